#include "app/plots/plotlegend.h"

#include "app/widgets/flowlayout.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/theme.h"
#include "app/words/format.h"
#include "remote/session/isolated.h"

#include <QEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace motley {

namespace {

constexpr std::size_t mostAbove = 3; // entries
constexpr std::size_t mostWithoutSearch = 6;
constexpr int swatchWidth = 24; // with the gap between line and words
constexpr int swatchGap = 4;

QString withoutMnemonic(QString name) // a button would underline what follows on an ampersand
{
    return name.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

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
        setFocusPolicy(Qt::NoFocus); // until it is the one that Tab stops at
        setIconSize({swatchWidth, 12});
        repaintSwatch();
        showValue({});
    }

    void showValue(const QString &value)
    {
        m_value = value;
        setAccessibleName(whole());
        if (m_width > 0)
            return setText(withoutMnemonic(shortened()));
        setText(withoutMnemonic(whole()));
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

    const QString &name() const { return m_curve.name; }
    const QString &value() const { return m_value; }

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
        painter.setOpacity(isChecked() ? 1 : 0.25);
        const int besideWords = isRightToLeft() ? swatchGap : 0;
        drawSwatch(painter, m_curve, QRectF(besideWords, 0, swatchWidth - swatchGap, 12));
        setIcon(swatch);
    }

private:
    int around() const { return swatchWidth + 20; } // the swatch, and what the style sheet leaves free
    QString valueText() const { return m_value.isEmpty() ? QString() : QStringLiteral("  ") + leftToRight(m_value); }
    QString whole() const { return isolated(m_curve.name) + valueText(); }

    // The middle of a name goes: machines of one network begin alike, and what the curve means stands at the end.
    QString shortened() const
    {
        const int room = m_width - around() - fontMetrics().horizontalAdvance(valueText());
        return isolated(fontMetrics().elidedText(m_curve.name, Qt::ElideMiddle, room)) + valueText();
    }

    PlotCurve m_curve;
    QString m_value;
    int m_width = 0;
};

PlotLegend::PlotLegend(QWidget *parent)
    : QScrollArea(parent), m_flow(new FlowLayout(4, 0)), m_search(new QLineEdit(this))
{
    m_search->setObjectName(QStringLiteral("legendSearch"));
    m_search->setPlaceholderText(tr("Search"));
    m_search->setAccessibleName(tr("Show only the curves with these words in the legend"));
    m_search->setClearButtonEnabled(true);
    m_search->hide();
    connect(m_search, &QLineEdit::textChanged, this, &PlotLegend::search);
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
        entry->installEventFilter(this);
        connect(entry, &QToolButton::clicked, this, [this, i] { toggle(i); });
    }
    if (!m_entries.empty())
        m_entries.front()->setFocusPolicy(Qt::TabFocus);
    search(m_search->text());
    placeSearch();
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

void PlotLegend::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    placeSearch();
}

void PlotLegend::placeSearch()
{
    const bool isSearched = m_entries.size() > mostWithoutSearch;
    const int height = isSearched ? m_search->sizeHint().height() : 0;
    if (!isSearched)
        m_search->clear();
    m_search->setVisible(isSearched);
    m_search->setGeometry(0, 0, width(), height);
    setViewportMargins(0, isSearched ? height + 4 : 0, 0, 0);
}

void PlotLegend::search(const QString &words)
{
    for (auto *entry : m_entries)
        entry->setVisible(entry->name().contains(words, Qt::CaseInsensitive));
}

bool PlotLegend::eventFilter(QObject *watched, QEvent *event)
{
    // An entry above the plot became longer, and may need another line.
    if (watched == widget() && event->type() == QEvent::LayoutRequest && !standsAside())
        fit(m_panelWidth);
    const auto entry = std::find(m_entries.begin(), m_entries.end(), watched);
    if (entry != m_entries.end() && isForEntry(static_cast<std::size_t>(entry - m_entries.begin()), event))
        return true;
    return QScrollArea::eventFilter(watched, event);
}

bool PlotLegend::isForEntry(std::size_t curve, QEvent *event)
{
    if (event->type() == QEvent::MouseButtonDblClick) {
        solo(curve, m_shownBefore);
        return true;
    }
    if (event->type() == QEvent::MouseButtonPress
        && static_cast<QMouseEvent *>(event)->modifiers().testFlag(Qt::AltModifier)) {
        solo(curve, shown());
        return true;
    }
    if (event->type() != QEvent::KeyPress)
        return false;
    switch (static_cast<QKeyEvent *>(event)->key()) {
    case Qt::Key_S:
        solo(curve, shown());
        return true;
    case Qt::Key_Up:
    case Qt::Key_Left:
        moveFocus(curve, -1);
        return true;
    case Qt::Key_Down:
    case Qt::Key_Right:
        moveFocus(curve, 1);
        return true;
    default:
        return false;
    }
}

void PlotLegend::moveFocus(std::size_t from, int by)
{
    const auto count = static_cast<int>(m_entries.size());
    int to = static_cast<int>(from) + by;
    while (to >= 0 && to < count && m_entries[static_cast<std::size_t>(to)]->isHidden())
        to += by;
    if (to < 0 || to >= count)
        return;
    auto *entry = m_entries[static_cast<std::size_t>(to)];
    m_entries[from]->setFocusPolicy(Qt::NoFocus);
    entry->setFocusPolicy(Qt::TabFocus);
    entry->setFocus(Qt::TabFocusReason);
    ensureWidgetVisible(entry, 0, 0);
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

QString PlotLegend::value(std::size_t curve) const
{
    if (curve >= m_entries.size() || m_entries[curve]->value().isEmpty())
        return {};
    return leftToRight(m_entries[curve]->value());
}

std::vector<bool> PlotLegend::shown() const
{
    std::vector<bool> curves;
    for (const auto *entry : m_entries)
        curves.push_back(entry->isChecked());
    return curves;
}

void PlotLegend::showOnly(const std::vector<bool> &curves)
{
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        m_entries[i]->setChecked(curves[i]);
        m_entries[i]->repaintSwatch();
        Q_EMIT visibilityChanged(static_cast<int>(i), curves[i]);
    }
}

// The button has changed its own state already.
void PlotLegend::toggle(std::size_t curve)
{
    m_shownBefore = shown();
    m_shownBefore[curve] = !m_shownBefore[curve];
    std::vector<bool> now = shown();
    if (std::find(now.begin(), now.end(), true) == now.end())
        now.assign(now.size(), true); // the only visible curve was clicked: show all again
    showOnly(now);
}

void PlotLegend::solo(std::size_t curve, const std::vector<bool> &shownBefore)
{
    std::vector<bool> alone(m_entries.size());
    alone[curve] = true;
    showOnly(shownBefore == alone ? std::vector<bool>(m_entries.size(), true) : alone);
}

} // namespace motley
