#include "app/plots/plotlegend.h"

#include "app/widgets/flowlayout.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/theme.h"
#include "app/words/format.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace motley {

namespace {

constexpr std::size_t mostAbove = 3; // entries
constexpr int swatchWidth = 24;

} // namespace

// A swatch of the curve's own line, a name and a value.
class PlotLegend::Entry : public QToolButton {
public:
    explicit Entry(const PlotCurve &curve) : m_curve(curve)
    {
        setCheckable(true);
        setChecked(curve.visible);
        setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        setProperty("legend", true);
        setFocusPolicy(Qt::TabFocus);
        setIconSize({swatchWidth, 12});
        repaintSwatch();
        showValue({});
    }

    void showValue(const QString &value)
    {
        m_value = value;
        setAccessibleName(whole());
        if (m_width > 0)
            return setText(shortened());
        setText(whole());
        keepWidest(this);
    }

    // The width of all entries of a column; 0: each has its own.
    void setWidth(int width)
    {
        m_width = width;
        setMinimumWidth(width);
        setMaximumWidth(width > 0 ? width : QWIDGETSIZE_MAX);
        setToolTip(width > 0 ? plainToolTip(m_curve.name) : QString());
        showValue(m_value);
    }

    int widthOfLongest() const // with a value of seven digits
    {
        return around() + fontMetrics().horizontalAdvance(m_curve.name + QStringLiteral("  0,000,000"));
    }

    void repaintSwatch()
    {
        QPixmap swatch(QSize(swatchWidth, 12) * devicePixelRatioF());
        swatch.setDevicePixelRatio(devicePixelRatioF());
        swatch.fill(Qt::transparent);
        QPainter painter(&swatch);
        painter.setRenderHint(QPainter::Antialiasing);
        QPen pen = penOf(m_curve);
        if (!isChecked())
            pen.setColor(Theme::current().colours().border);
        pen.setWidthF(pen.widthF() * 1.4);
        painter.setPen(pen);
        painter.drawLine(QPointF(1, 6), QPointF(swatchWidth - 5, 6));
        if (m_curve.lineStyle == PlotCurve::LineStyle::Markers) {
            painter.setBrush(pen.color());
            painter.drawEllipse(QPointF(swatchWidth / 2.0 - 2, 6), 3, 3);
        }
        setIcon(swatch);
    }

private:
    int around() const { return swatchWidth + 20; } // the swatch, and what the style sheet leaves free
    QString valueText() const { return m_value.isEmpty() ? QString() : QStringLiteral("  ") + leftToRight(m_value); }
    QString whole() const { return m_curve.name + valueText(); }

    // The middle of a name goes: machines of one network begin alike, and what the curve means stands at the end.
    QString shortened() const
    {
        const int room = m_width - around() - fontMetrics().horizontalAdvance(valueText());
        return fontMetrics().elidedText(m_curve.name, Qt::ElideMiddle, room) + valueText();
    }

    PlotCurve m_curve;
    QString m_value;
    int m_width = 0;
};

PlotLegend::PlotLegend(QWidget *parent) : QScrollArea(parent), m_flow(new FlowLayout(4, 0))
{
    auto *holder = new QWidget;
    holder->setObjectName(QStringLiteral("scrolled")); // the style sheet lets the card's own colour show
    holder->setLayout(m_flow);
    holder->installEventFilter(this);
    setWidget(holder);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    connect(&Theme::current(), &Theme::changed, this, [this] {
        for (auto *entry : m_entries)
            entry->repaintSwatch();
    });
}

bool PlotLegend::standsAside() const
{
    return m_entries.size() > mostAbove;
}

void PlotLegend::setCurves(const std::vector<PlotCurve> &curves)
{
    qDeleteAll(m_entries);
    m_entries.clear();
    while (auto *item = m_flow->takeAt(0))
        delete item;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        auto *entry = new Entry(curves[i]);
        m_entries.push_back(entry);
        m_flow->addWidget(entry);
        connect(entry, &QToolButton::clicked, this, [this, i] { toggle(i); });
    }
    fit(m_panelWidth);
}

void PlotLegend::fit(int panelWidth)
{
    m_panelWidth = panelWidth;
    if (!standsAside()) {
        setMinimumWidth(0);
        setMaximumWidth(QWIDGETSIZE_MAX);
        setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setFixedHeight(m_entries.empty() ? 0 : m_flow->heightForWidth(std::max(panelWidth, 1)));
        return;
    }
    if (panelWidth == 0)
        return; // not shown yet
    constexpr int bar = 12; // pixels
    int widest = 0;
    for (const auto *entry : m_entries)
        widest = std::max(widest, entry->widthOfLongest());
    widest = std::max(60, std::min(widest, panelWidth * 2 / 5 - bar));
    for (auto *entry : m_entries)
        entry->setWidth(widest);
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setMinimumHeight(0);
    setMaximumHeight(QWIDGETSIZE_MAX);
    setFixedWidth(widest + bar);
}

// An entry above the plot became longer, and may need another line.
bool PlotLegend::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == widget() && event->type() == QEvent::LayoutRequest && !standsAside())
        fit(m_panelWidth);
    return QScrollArea::eventFilter(watched, event);
}

void PlotLegend::showValue(std::size_t curve, const QString &value)
{
    if (curve < m_entries.size())
        m_entries[curve]->showValue(value);
}

QString PlotLegend::text(std::size_t curve) const
{
    return curve < m_entries.size() ? m_entries[curve]->accessibleName() : QString();
}

void PlotLegend::toggle(std::size_t curve)
{
    const bool isNoneLeft
        = std::none_of(m_entries.begin(), m_entries.end(), [](const auto *entry) { return entry->isChecked(); });
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (isNoneLeft) // the only visible curve was clicked: show all again
            m_entries[i]->setChecked(true);
        if (isNoneLeft || i == curve)
            Q_EMIT visibilityChanged(static_cast<int>(i), m_entries[i]->isChecked());
        m_entries[i]->repaintSwatch();
    }
}

} // namespace motley
