#include "app/pages/comparepage.h"

#include "app/pages/comparetables.h"
#include "app/plots/plotpanel.h"
#include "app/report/htmlreport.h"
#include "app/widgets/elidedlabel.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/theme.h"
#include "app/words/format.h"
#include "app/words/metricwords.h"
#include "remote/session/sentence.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QShortcut>
#include <QSplitter>
#include <QTabWidget>
#include <QtConcurrent>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace motley {

ComparePage::ComparePage(QWidget *parent)
    : QWidget(parent), m_title(makeLabel({}, "title")), m_curve(new QComboBox),
      m_pin(makeButton(tr("Use as baseline"), {}, QStringLiteral("pinBaseline"))),
      m_save(makeButton(tr("Save a report…"), QStringLiteral("export"), QStringLiteral("saveReport"))),
      m_said(new ElidedLabel("muted")), m_chart(new PlotPanel(tr("Curves"), QStringLiteral("comparedCurves")))
{
    setObjectName(QStringLiteral("comparePage"));
    m_thread.setMaxThreadCount(1);
    m_chart->setEmptySentence(tr("None of these runs has such values."));
    m_chart->setXValues(AxisValues::Whole);
    auto *parts = new QSplitter(Qt::Vertical);
    parts->setChildrenCollapsible(false);
    parts->addWidget(m_chart);
    parts->addWidget(makeTables());
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(gap);
    layout->addWidget(makeHead());
    layout->addWidget(parts, 1);
    connect(&Theme::current(), &Theme::changed, this, &ComparePage::fillTables);
    setFocusProxy(m_figureTable);
    auto *leave = new QShortcut(QKeySequence(Qt::Key_Escape), this);
    leave->setContext(Qt::WidgetWithChildrenShortcut);
    connect(leave, &QShortcut::activated, this, &ComparePage::left);
}

ComparePage::~ComparePage()
{
    m_leave.request_stop();
    m_thread.waitForDone();
}

QWidget *ComparePage::makeHead()
{
    auto *back = makeButton(tr("Back"), {}, QStringLiteral("leaveComparison"));
    m_title->setObjectName(QStringLiteral("compareTitle"));
    m_said->setObjectName(QStringLiteral("compareSaid"));
    m_said->setTextFormat(Qt::PlainText);
    m_curve->setObjectName(QStringLiteral("comparedColumn"));
    m_curve->setAccessibleName(tr("What the chart shows"));
    auto *head = new QWidget;
    auto *layout = new QHBoxLayout(head);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(back);
    layout->addWidget(m_title);
    layout->addWidget(m_said, 1);
    layout->addWidget(m_curve);
    layout->addWidget(m_pin);
    layout->addWidget(m_save);
    connect(back, &QPushButton::clicked, this, &ComparePage::left);
    connect(m_curve, &QComboBox::activated, this, &ComparePage::drawChart);
    connect(m_pin, &QPushButton::clicked, this, &ComparePage::chooseBaseline);
    connect(m_save, &QPushButton::clicked, this, &ComparePage::chooseReport);
    return head;
}

QTreeView *ComparePage::makeFittedTable(QStandardItemModel *model, const QString &objectName, const QString &name)
{
    auto *table = makeTable(model, objectName, name);
    table->setIconSize({26, 12});
    fitColumns(table);
    return table;
}

QWidget *ComparePage::makeTables()
{
    m_figureTable = makeFittedTable(&m_figureRows, QStringLiteral("comparedFigures"), tr("Figures"));
    m_figureTable->header()->setStretchLastSection(false); // a difference stands beside its figure
    m_settingTable = makeFittedTable(&m_settingRows, QStringLiteral("comparedSettings"), tr("Settings that differ"));
    auto *tabs = new QTabWidget;
    tabs->setObjectName(QStringLiteral("compareTabs"));
    tabs->addTab(m_figureTable, tr("Figures"));
    tabs->addTab(m_settingTable, tr("Settings that differ"));
    tabs->setMinimumHeight(150);
    connect(m_figureTable, &QTreeView::activated, this, &ComparePage::chooseBaseline);
    connect(m_figureTable->selectionModel(), &QItemSelectionModel::currentChanged, this, &ComparePage::refreshPin);
    return tabs;
}

void ComparePage::compare(const std::vector<RunRecord> &runs, const QString &baseline)
{
    std::exchange(m_leave, {}).request_stop();
    m_runs = runs;
    m_baseline = baseline;
    m_said->clear();
    m_title->setText(tr("%Ln run(s)", nullptr, int(runs.size())));
    show(std::vector<RunFigures>());
    QtConcurrent::run(&m_thread, [runs, leave = m_leave.get_token()]() -> Result<std::vector<RunFigures>> {
        std::vector<RunFigures> figures;
        for (const RunRecord &run : runs) {
            auto read = figuresOf(run, leave);
            if (!read)
                return tl::unexpected(read.error());
            figures.push_back(*std::move(read));
        }
        return figures;
    }).then(this, [this, leave = m_leave.get_token()](Result<std::vector<RunFigures>> read) {
        if (!leave.stop_requested())
            show(std::move(read));
    });
}

void ComparePage::show(Result<std::vector<RunFigures>> read)
{
    m_chart->setCurves({}, {}, {}); // which point into the figures of before
    if (!read)
        return m_said->setText(say(read.error()));
    m_figures = *std::move(read);
    const int chosen = std::max(0, m_curve->currentIndex());
    m_curve->clear();
    for (const Column &column : columns())
        m_curve->addItem(column.name);
    m_curve->setCurrentIndex(std::min(chosen, m_curve->count() - 1));
    m_save->setEnabled(!m_figures.empty());
    m_pin->setEnabled(!m_figures.empty());
    fillTables();
    drawChart();
}

std::vector<ComparePage::Column> ComparePage::columns() const
{
    std::vector<Column> columns{{tr("Loss"), &RunFigures::steps, &RunFigures::loss},
        {tr("Loss of tests"), &RunFigures::testSteps, &RunFigures::testLoss, true}};
    const auto measured
        = std::find_if(m_figures.begin(), m_figures.end(), [](const RunFigures &run) { return run.best.has_value(); });
    const bool isOfAll = measured != m_figures.end()
        && std::all_of(m_figures.begin(), m_figures.end(),
            [&](const RunFigures &run) { return !run.best || run.best->name == measured->best->name; });
    if (isOfAll)
        columns.push_back({tr("Test: %1").arg(metricName(measured->best->name)), &RunFigures::testSteps,
            &RunFigures::testMetric, true});
    columns.push_back({tr("Speed"), &RunFigures::steps, &RunFigures::speed});
    return columns;
}

void ComparePage::drawChart()
{
    const auto all = columns();
    const Column &column = all[std::size_t(std::max(0, m_curve->currentIndex()))];
    std::vector<PlotCurve> curves;
    for (const RunFigures &run : m_figures) {
        PlotCurve curve{plainText(run.run.name, 60), int(curves.size())};
        curve.lineStyle = column.hasMarkers ? PlotCurve::LineStyle::Markers : PlotCurve::LineStyle::Line;
        curve.x = &(run.*column.x);
        curve.y = &(run.*column.y);
        curve.dashed = true;
        curves.push_back(curve);
    }
    m_chart->setOrigin({tr("Comparison"), {}, QDateTime(), QStringLiteral("step"), {}});
    m_chart->setCurves(std::move(curves), tr("Step"), column.name);
    m_chart->plot().showAll();
}

int ComparePage::baseline() const
{
    const auto found = std::find_if(
        m_figures.begin(), m_figures.end(), [this](const RunFigures &run) { return run.run.id == m_baseline; });
    return found == m_figures.end() ? 0 : int(found - m_figures.begin());
}

void ComparePage::fillTables()
{
    const int row = m_figureTable->currentIndex().row();
    fillFigures(m_figureRows, m_figures, baseline());
    fillSettings(m_settingRows, m_figures);
    m_figureTable->setCurrentIndex(m_figureRows.index(std::max(0, row), 0));
    refreshPin();
}

void ComparePage::refreshPin()
{
    const int row = m_figureTable->currentIndex().row();
    m_pin->setEnabled(row >= 0 && row != baseline());
}

void ComparePage::chooseBaseline()
{
    const int row = m_figureTable->currentIndex().row();
    if (row < 0 || std::size_t(row) >= m_figures.size())
        return;
    m_baseline = m_figures[std::size_t(row)].run.id;
    fillTables();
    Q_EMIT baselineChosen(m_baseline);
}

void ComparePage::chooseReport()
{
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save a report"), QStringLiteral("comparison.html"), tr("Pages (%1)").arg(QStringLiteral("*.html")));
    if (!path.isEmpty())
        saveReport(path);
}

void ComparePage::saveReport(const QString &path)
{
    const auto saved = motley::saveReport(m_figures, baseline(), path);
    m_said->setText(saved ? tr("The report is in %1.").arg(leftToRight(path)) : say(saved.error()));
}

} // namespace motley
