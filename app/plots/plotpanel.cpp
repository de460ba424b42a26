#include "app/plots/plotpanel.h"

#include "app/plots/curves.h"
#include "app/widgets/emptystate.h"
#include "app/widgets/flowlayout.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/theme.h"
#include "app/words/format.h"

#include <QFileDialog>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMessageBox>
#include <QPainter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace motley {

namespace {

constexpr double sameStep = 0.5; // apart, at most

} // namespace

// A legend entry with a colour swatch, a name and a value; a click hides or shows the curve.
class PlotPanel::LegendEntry : public QToolButton {
public:
    explicit LegendEntry(const PlotCurve &curve) : m_colour(curve.colour), m_name(curve.name)
    {
        setCheckable(true);
        setChecked(curve.visible);
        setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        setProperty("legend", true);
        setFocusPolicy(Qt::TabFocus);
        repaintSwatch();
        setText(m_name);
        setAccessibleName(m_name);
    }

    void showValue(const QString &value)
    {
        setText(value.isEmpty() ? m_name : m_name + QStringLiteral("  ") + leftToRight(value));
        setAccessibleName(text());
        keepWidest(this);
    }

    void repaintSwatch()
    {
        QPixmap swatch(24, 24);
        swatch.fill(Qt::transparent);
        QPainter painter(&swatch);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(isChecked() ? Theme::current().colours().series(m_colour) : Theme::current().colours().border);
        painter.drawRoundedRect(QRect(2, 9, 20, 6), 3, 3);
        setIcon(swatch);
    }

private:
    int m_colour;
    QString m_name;
};

PlotPanel::PlotPanel(const QString &heading, const QString &objectName, QWidget *parent)
    : QFrame(parent), m_plot(new MetricPlot), m_stack(new QStackedWidget),
      m_empty(new EmptyState(QStringLiteral("chart"), {}, {})), m_head(new QHBoxLayout),
      m_heading(makeLabel(heading, "heading")), m_legend(new FlowLayout(4, 0)), m_badge(makeLabel({}, "caption"))
{
    setObjectName(objectName);
    setProperty("card", true);
    m_plot->setObjectName(objectName + QStringLiteral("Plot"));
    auto *table = new QTableView;
    table->setObjectName(objectName + QStringLiteral("Table"));
    table->setModel(&m_table);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    table->setShowGrid(false);
    m_stack->addWidget(m_plot);
    m_stack->addWidget(table);
    m_stack->addWidget(m_empty);

    m_head->setSpacing(2);
    m_head->addWidget(m_heading);
    m_head->addWidget(m_badge);
    m_head->addStretch();
    makeTools();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 8, 8, 8);
    layout->setSpacing(2);
    layout->addLayout(m_head);
    layout->addLayout(m_legend);
    // A scroll area asks for the height that a page would like, which is more than it needs.
    m_stack->setMinimumHeight(m_stack->minimumSizeHint().height());
    m_stack->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    layout->addWidget(m_stack, 1);

    connect(m_plot, &MetricPlot::crosshairMoved, this, [this](std::optional<double> x) {
        m_crosshair = x;
        refreshLegend();
        Q_EMIT crosshairMoved(x);
    });
    connect(m_plot, &MetricPlot::viewChanged, this, &PlotPanel::refreshLegend);
    connect(&Theme::current(), &Theme::changed, this, [this] {
        for (auto *entry : m_entries)
            entry->repaintSwatch();
    });
    refreshStack();
}

void PlotPanel::makeTools()
{
    m_log
        = makeToolButton(tr("Logarithmic axis (L)"), QStringLiteral("log-scale"), objectName() + QStringLiteral("Log"));
    m_follow = makeToolButton(
        tr("Follow the newest step (F)"), QStringLiteral("follow"), objectName() + QStringLiteral("Follow"));
    auto *all = makeToolButton(tr("Show everything (0)"), QStringLiteral("fit"), objectName() + QStringLiteral("All"));
    m_showTable = makeToolButton(
        tr("Show as a table (T)"), QStringLiteral("table"), objectName() + QStringLiteral("ShowTable"));
    auto *save = makeToolButton(tr("Export (E)"), QStringLiteral("export"), objectName() + QStringLiteral("Export"));
    for (auto *button : {m_log, m_follow, m_showTable})
        button->setCheckable(true);
    m_follow->setChecked(true);
    for (auto *button : {m_log, m_follow, all, m_showTable, save})
        m_head->addWidget(button);
    connect(m_log, &QToolButton::clicked, m_plot, &MetricPlot::setLogarithmic);
    connect(m_follow, &QToolButton::clicked, m_plot, &MetricPlot::setFollowing);
    connect(all, &QToolButton::clicked, m_plot, &MetricPlot::showAll);
    connect(m_showTable, &QToolButton::toggled, this, &PlotPanel::refreshStack);
    connect(save, &QToolButton::clicked, this, &PlotPanel::chooseExport);
}

void PlotPanel::setCurves(std::vector<PlotCurve> curves, const QString &xName, const QString &yName)
{
    m_table.setCurves(curves, xName);
    m_plot->setCurves(std::move(curves));
    m_plot->setAxisNames(xName, yName);
    makeLegend();
    refreshStack();
}

void PlotPanel::makeLegend()
{
    qDeleteAll(m_entries);
    m_entries.clear();
    while (auto *item = m_legend->takeAt(0))
        delete item;
    const auto &curves = m_plot->curves();
    for (std::size_t i = 0; i < curves.size(); ++i) {
        auto *entry = new LegendEntry(curves[i]);
        m_entries.push_back(entry);
        m_legend->addWidget(entry);
        connect(entry, &QToolButton::clicked, this, [this, i] { toggleCurve(static_cast<int>(i)); });
    }
    refreshLegend();
}

void PlotPanel::toggleCurve(int index)
{
    const auto now = std::count_if(m_entries.begin(), m_entries.end(), [](auto *entry) { return entry->isChecked(); });
    if (now == 0) { // the only visible curve was clicked: show all again
        for (std::size_t i = 0; i < m_entries.size(); ++i) {
            m_entries[i]->setChecked(true);
            m_plot->setCurveVisible(static_cast<int>(i), true);
        }
    }
    m_plot->setCurveVisible(index, m_entries[static_cast<std::size_t>(index)]->isChecked());
    for (auto *entry : m_entries)
        entry->repaintSwatch();
}

void PlotPanel::columnsChanged()
{
    m_plot->columnsChanged();
    if (m_showTable->isChecked())
        m_table.columnsChanged();
    refreshLegend();
    refreshStack();
}

void PlotPanel::setEmptySentence(const QString &sentence)
{
    m_empty->setSentence(sentence);
}

void PlotPanel::addTool(QWidget *tool)
{
    m_head->insertWidget(3, tool);
}

void PlotPanel::setHeadingWidget(QWidget *heading)
{
    m_heading->hide();
    m_head->insertWidget(0, heading);
}

void PlotPanel::setCrosshair(std::optional<double> x)
{
    m_crosshair = x;
    m_plot->setCrosshair(x);
    refreshLegend();
}

void PlotPanel::refreshLegend()
{
    m_log->setChecked(m_plot->isLogarithmic());
    m_follow->setChecked(m_plot->isFollowing());
    const auto leftOut = static_cast<int>(m_plot->leftOut());
    m_badge->setText(leftOut > 0 ? tr("%Ln point(s) cannot be drawn", nullptr, leftOut) : QString());
    const auto &curves = m_plot->curves();
    for (std::size_t i = 0; i < m_entries.size() && i < curves.size(); ++i) {
        const PlotCurve &curve = curves[i];
        if (!curve.x || curve.x->empty() || !curve.y || curve.y->empty()) {
            m_entries[i]->showValue({});
            continue;
        }
        const auto at = m_crosshair ? nearestPoint(*curve.x, *m_crosshair, sameStep) // no value of another step
                                    : std::optional(curve.x->size() - 1);
        m_entries[i]->showValue(at && *at < curve.y->size() ? formatNumber((*curve.y)[*at]) : QString(QChar(0x2013)));
    }
}

void PlotPanel::refreshStack()
{
    const bool table = m_showTable->isChecked();
    if (table)
        m_table.columnsChanged();
    m_stack->setCurrentIndex(m_plot->isEmpty() ? 2 : table ? 1 : 0);
}

void PlotPanel::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_T)
        m_showTable->toggle();
    else if (event->key() == Qt::Key_E)
        chooseExport();
    else
        QFrame::keyPressEvent(event);
}

void PlotPanel::chooseExport()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Export this chart"),
        objectName() + QStringLiteral(".png"), tr("Pictures and numbers (*.png *.svg *.pdf *.csv)"));
    QString problem;
    if (!path.isEmpty() && !m_plot->exportTo(path, &problem))
        QMessageBox::warning(this, tr("Not exported"), tr("%1: %2").arg(leftToRight(path), problem));
}

bool PlotPanel::event(QEvent *event)
{
    const bool done = QFrame::event(event);
    if (event->type() == QEvent::LayoutRequest) // an entry of the legend became longer, or there are more of them
        keepRoomForThePlot();
    return done;
}

void PlotPanel::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    keepRoomForThePlot();
}

// The legend takes more lines where the panel is narrow; the plot keeps its least height below all of them.
void PlotPanel::keepRoomForThePlot()
{
    const int more = m_legend->heightForWidth(m_legend->geometry().width()) - m_legend->minimumSize().height();
    setMinimumHeight(layout()->totalMinimumSize().height() + std::max(0, more));
}

} // namespace motley
