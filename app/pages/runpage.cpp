#include "app/pages/runpage.h"

#include "app/pages/answersview.h"
#include "app/pages/examples/examplesview.h"
#include "app/pages/preparationview.h"
#include "app/pages/runheader.h"
#include "app/plots/charts/runcharts.h"
#include "app/plots/delegates/lifebar.h"
#include "app/plots/delegates/sparkline.h"
#include "app/plots/timesplitview.h"
#include "app/widgets/noticeline.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/themedicon.h"

#include <QApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QTreeView>
#include <QVBoxLayout>

namespace motley {

namespace {

constexpr int leastChartsHeight = 120; // pixels
constexpr int drawerHeight = 132;
constexpr int barWidth = 10; // of a scroll bar, as the style sheet has it
constexpr int logFilterWidth = 160;
constexpr int drawerFrom = 720; // of the window, below which the charts need the drawer's room

QMargins besideTheBar(int leading, int trailing, int top, int bottom)
{
    const bool rightToLeft = QApplication::isRightToLeft();
    return {rightToLeft ? trailing : leading, top, rightToLeft ? leading : trailing, bottom};
}

// The scroll bar of the charts stands in the page's margin, so that their edge is that of what is above and below.
QLayout *besideTheBar(QWidget *widget)
{
    auto *layout = new QVBoxLayout;
    layout->setContentsMargins(besideTheBar(0, barWidth, 0, 0));
    layout->addWidget(widget);
    return layout;
}

} // namespace

RunPage::RunPage(Workspace *workspace, QWidget *parent)
    : QWidget(parent), m_workspace(workspace), m_header(new RunHeader), m_message(new NoticeLine(this)),
      m_splitter(new QSplitter(Qt::Vertical)), m_stack(new QStackedWidget), m_preparation(new PreparationView),
      m_charts(new RunCharts(workspace->settings().smoothing())), m_tabs(new QTabWidget), m_answers(new AnswersView),
      m_examples(new ExamplesView), m_drawer(makeToolButton(tr("Show machines and log"),
                                        QStringLiteral("part-chevron-up"), QStringLiteral("drawerToggle"))),
      m_logFilter(new QLineEdit)
{
    setObjectName(QStringLiteral("page"));
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(8);
    m_splitter->addWidget(scrolledCharts());
    auto *lower = new QWidget;
    lower->setLayout(besideTheBar(makeLower()));
    m_splitter->addWidget(lower);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0);
    auto *preparation = new QWidget;
    preparation->setLayout(besideTheBar(m_preparation));
    m_stack->addWidget(preparation);
    m_stack->addWidget(m_splitter);
    setDrawerOpen(true);
    m_splitter->setSizes({1000, drawerHeight}); // the drawer keeps its height, and the charts get the rest

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(besideTheBar(pageMargin, pageMargin - barWidth, 12, 6));
    layout->setSpacing(8);
    layout->addLayout(besideTheBar(m_header));
    layout->addLayout(besideTheBar(m_message));
    layout->addWidget(m_stack, 1);

    connect(m_charts, &RunCharts::smoothingChanged, this,
        [this](double percent) { m_workspace->settings().setSmoothing(percent); });
    m_charts->setXAxis(xAxisOf(workspace->settings().xAxis()));
    connect(m_charts, &RunCharts::xAxisChosen, this,
        [this](XAxis axis) { m_workspace->settings().setXAxis(wordOf(axis)); });
    m_charts->setChartLayout(chartLayoutOf(workspace->settings().charts(), RunCharts::usualLayout()));
    connect(m_charts, &RunCharts::chartLayoutChosen, this,
        [this](const ChartLayout &layout) { m_workspace->settings().setCharts(textOf(layout)); });
    connect(m_charts, &RunCharts::maximisedChanged, this,
        [this] { m_tabs->parentWidget()->setVisible(!m_charts->isMaximised()); });
    connect(m_header, &RunHeader::runRequested, this, [this](const QString &id) { m_workspace->open(id); });
    connect(m_message, &NoticeLine::actionTriggered, this, &RunPage::act);
    auto *escape = new QShortcut(QKeySequence(Qt::Key_Escape), this); // wherever the focus is in the window
    connect(escape, &QShortcut::activated, this, &RunPage::closeWhatLiesAbove);
    connect(workspace, &Workspace::currentChanged, this, &RunPage::setRun);
    connect(&Theme::current(), &Theme::changed, this, &RunPage::refresh);
    connect(&m_clock, &QTimer::timeout, this, [this] {
        if (m_run && m_run->state() == TrainingRun::State::Running)
            refreshMessage();
    });
    m_clock.start(1000);
    setRun(workspace->current());
}

// In a low window the charts scroll, as they would not be readable if they shrank further.
QWidget *RunPage::scrolledCharts()
{
    auto *area = new QScrollArea;
    area->setWidget(m_charts);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // The bar has its place always, as its coming would change the width of the charts and so their height.
    area->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    connect(area->verticalScrollBar(), &QScrollBar::rangeChanged, this,
        [bar = area->verticalScrollBar()](int least, int most) { bar->setEnabled(least < most); });
    area->setFocusPolicy(Qt::NoFocus);
    area->setMinimumSize(m_charts->minimumWidth() + barWidth, leastChartsHeight);
    return area;
}

QWidget *RunPage::makeLower()
{
    m_tabs->setObjectName(QStringLiteral("runTabs"));
    m_tabs->addTab(makeMachineTable(), tr("Machines"));
    const int log = m_tabs->addTab(makeLogTable(), tr("Log"));
    m_tabs->addTab(m_answers, tr("Answers"));
    m_tabs->addTab(m_examples, tr("Examples"));
    m_tabs->addTab(makeLives(), tr("Machines over time"));
    m_tabs->setCornerWidget(makeCorner());
    connect(m_drawer, &QToolButton::clicked, this, [this] {
        m_drawerChosen = !isDrawerOpen();
        setDrawerOpen(*m_drawerChosen);
    });
    const auto open = [this](int tab) {
        if (tab < 0 || isDrawerOpen())
            return;
        m_drawerChosen = true;
        setDrawerOpen(true);
    };
    connect(m_tabs, &QTabWidget::tabBarClicked, this, open); // of the tab that is chosen already, too
    connect(m_tabs, &QTabWidget::currentChanged, this, open);
    connect(m_tabs, &QTabWidget::currentChanged, this, &RunPage::makeRoomForExamples);
    connect(m_tabs, &QTabWidget::currentChanged, m_logFilter,
        [this, log](int tab) { m_logFilter->setVisible(tab == log); });
    return m_tabs;
}

// Pictures and a matrix want more room than the rows of a table; the charts keep theirs where there is little.
void RunPage::makeRoomForExamples()
{
    const int room = m_splitter->height() - ExamplesView::usefulHeight;
    if (m_tabs->currentWidget() == m_examples && m_tabs->height() < ExamplesView::usefulHeight
        && room >= 2 * leastChartsHeight)
        m_splitter->setSizes({room, ExamplesView::usefulHeight});
}

bool RunPage::isDrawerOpen() const
{
    return m_tabs->maximumHeight() == QWIDGETSIZE_MAX;
}

// Closed, the drawer is its tabs alone.
void RunPage::setDrawerOpen(bool open)
{
    m_tabs->setMinimumHeight(open ? drawerHeight : m_tabs->tabBar()->sizeHint().height() + 2);
    m_tabs->setMaximumHeight(open ? QWIDGETSIZE_MAX : m_tabs->minimumHeight());
    m_tabs->currentWidget()->setVisible(open);
    const QString words = open ? tr("Hide machines and log") : tr("Show machines and log");
    m_drawer->setToolTip(words);
    m_drawer->setAccessibleName(words);
    m_drawer->setIcon(themedIcon(open ? QStringLiteral("down") : QStringLiteral("up")));
    m_tabs->parentWidget()->setMaximumHeight(m_tabs->maximumHeight());
    m_splitter->setSizes({m_splitter->height() - m_tabs->minimumHeight(), m_tabs->minimumHeight()});
}

void RunPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const bool open = m_drawerChosen.value_or(window()->height() >= drawerFrom);
    if (open != isDrawerOpen())
        setDrawerOpen(open);
}

void RunPage::closeWhatLiesAbove()
{
    if (m_message->isOpen())
        m_message->setOpen(false);
    else
        m_charts->maximise(nullptr);
}

QWidget *RunPage::makeLives()
{
    auto *table = makeTable(&m_lives, QStringLiteral("runLives"), tr("When the machines trained"));
    table->setItemDelegateForColumn(LifeModel::Life, new LifeBarDelegate(table));
    table->header()->resizeSection(LifeModel::Life, 480);
    fitColumns(table, {LifeModel::Life}, {{LifeModel::Name, LifeModel::Life}, {}});
    return table;
}

void RunPage::showLives()
{
    m_lives.valuesChanged();
    m_tabs->setTabVisible(m_tabs->count() - 1, m_lives.isWorthShowing());
}

void RunPage::showAnswers()
{
    m_answers->refresh();
    m_tabs->setTabVisible(m_tabs->indexOf(m_answers), m_answers->isWorthShowing());
}

void RunPage::showExamples()
{
    m_examples->refresh();
    m_tabs->setTabVisible(m_tabs->indexOf(m_examples), m_examples->isWorthShowing());
}

QWidget *RunPage::makeMachineTable()
{
    auto *table = makeTable(&m_machines, QStringLiteral("runMachines"), tr("Machines of this run"));
    table->setItemDelegateForColumn(RunMachineModel::Split, new TimeSplitDelegate(table));
    for (const int column : {RunMachineModel::Cpu, RunMachineModel::Memory, RunMachineModel::Gpu})
        table->setItemDelegateForColumn(column, new SparklineDelegate(table));
    table->header()->resizeSection(RunMachineModel::Split, 200);
    const auto hideEmpty = [this, table] { table->setColumnHidden(RunMachineModel::Gpu, !m_machines.hasGpus()); };
    connect(&m_machines, &QAbstractItemModel::modelReset, table, hideEmpty);
    connect(&m_machines, &QAbstractItemModel::dataChanged, table, hideEmpty);
    hideEmpty();
    fitColumns(table, {RunMachineModel::Split},
        {{RunMachineModel::Name, RunMachineModel::Split, RunMachineModel::Gpu},
            {RunMachineModel::Memory, RunMachineModel::Cpu, RunMachineModel::State}});
    return table;
}

// The filter of the log stands beside the tabs: a line of its own would take half of what a low drawer shows of it.
QWidget *RunPage::makeCorner()
{
    m_logFilter->setObjectName(QStringLiteral("logFilter"));
    m_logFilter->setPlaceholderText(tr("Filter"));
    m_logFilter->setAccessibleName(tr("Show only the lines with these words"));
    m_logFilter->setClearButtonEnabled(true);
    m_logFilter->setFixedWidth(logFilterWidth);
    m_logFilter->hide();
    connect(m_logFilter, &QLineEdit::textChanged, &m_filteredLog, &QSortFilterProxyModel::setFilterFixedString);
    auto *corner = new QWidget;
    auto *line = new QHBoxLayout(corner);
    line->setContentsMargins(0, 0, 0, 2);
    line->setSpacing(4);
    line->addWidget(m_logFilter);
    line->addWidget(m_drawer);
    return corner;
}

QWidget *RunPage::makeLogTable()
{
    m_filteredLog.setSourceModel(&m_log);
    m_filteredLog.setFilterKeyColumn(-1);
    m_filteredLog.setFilterCaseSensitivity(Qt::CaseInsensitive);
    auto *table = makeTable(&m_filteredLog, QStringLiteral("runLog"), tr("What happened in this run"));
    fitColumns(table);
    // The newest line stays in sight unless the user has scrolled away from it.
    connect(&m_filteredLog, &QAbstractItemModel::rowsInserted, table, [table] {
        const auto *bar = table->verticalScrollBar();
        if (bar->value() >= bar->maximum() - bar->singleStep())
            QMetaObject::invokeMethod(table, &QTreeView::scrollToBottom, Qt::QueuedConnection);
    });
    return table;
}

void RunPage::setRun(OpenRun *run)
{
    if (m_run == run)
        return;
    if (m_run)
        m_run->disconnect(this);
    m_run = run;
    m_notice.reset();
    m_charts->setRun(run);
    m_message->setOpen(false); // its details are of another run
    m_log.clear();
    m_machines.setSeries(run ? &run->series() : nullptr);
    m_lives.setSeries(run ? &run->series() : nullptr);
    m_answers->setSeries(run ? &run->series() : nullptr);
    m_examples->setSeries(run ? &run->series() : nullptr);
    showLives();
    showAnswers();
    showExamples();
    m_header->setRun(run);
    if (!run)
        return;
    m_log.append(run->log());
    connect(run, &OpenRun::changed, this, &RunPage::refresh);
    connect(run, &OpenRun::seriesChanged, this, &RunPage::refreshValues);
    connect(run, &OpenRun::comebacksChanged, this, &RunPage::refreshMessage);
    connect(run, &OpenRun::planChanged, this, &RunPage::refreshMachines);
    connect(run, &OpenRun::logged, &m_log, &LogModel::append);
    refreshMachines();
    refresh();
}

void RunPage::refreshMachines()
{
    m_machines.machinesChanged();
    m_lives.machinesChanged();
    showLives();
    m_log.setMachineNames(machineWords(m_run->series()));
}

void RunPage::refreshValues()
{
    if (m_run->isReading()) // the charts grow; all else would be what was true once
        return refresh();
    m_machines.valuesChanged();
    showLives();
    showAnswers();
    showExamples();
    m_header->refresh();
    refreshMessage();
    if (m_stack->currentIndex() == 0 && !m_run->series().steps().empty())
        refresh();
}

QString RunPage::whyEmpty() const
{
    if (m_run->isReading())
        return tr("What is known of this run is being read.");
    if (m_run->hasEnded())
        return tr("This run ended before its first step.");
    if (m_run->isPreparedElsewhere())
        return tr("Another window or a command prepares this run; the curve begins with the first step.");
    if (m_run->isPreparing())
        return tr("The machines are being prepared; the curve begins with the first step.");
    return tr("Waiting for the first step. The machines are forming their group.");
}

void RunPage::refresh()
{
    if (!m_run)
        return;
    m_header->refresh();
    const bool preparing = m_run->series().steps().empty() && (m_run->isPreparing() || m_run->failedRequest());
    if (preparing)
        m_preparation->show(*m_run);
    m_stack->setCurrentIndex(preparing ? 0 : 1);
    m_charts->setEmptySentence(whyEmpty());
    refreshMessage();
}

void RunPage::refreshMessage()
{
    m_notice = noticeOf(*m_run);
    if (!m_notice) {
        const auto &log = m_run->log();
        return m_message->showQuiet(
            log.empty() || m_run->isReading() ? whyEmpty() : sentenceOf(log.back(), machineWords(m_run->series())));
    }
    m_message->show(m_notice->kind, m_notice->sentence, m_notice->detail);
    QStringList texts;
    for (const RunAction &action : m_notice->actions)
        texts << action.text;
    m_message->setActions(texts);
}

void RunPage::act(int index)
{
    const auto actions = m_notice ? m_notice->actions : std::vector<RunAction>();
    if (static_cast<std::size_t>(index) >= actions.size())
        return;
    const RunAction action = actions[static_cast<std::size_t>(index)];
    switch (action.kind) {
    case RunAction::Kind::LogIn:
        return m_run->logIn();
    case RunAction::Kind::StartAgain:
        return m_workspace->startAgain(m_run, action.without);
    case RunAction::Kind::Resume:
        return m_workspace->resume(m_run, action.without);
    case RunAction::Kind::TakeBack:
        return m_run->takeBack();
    case RunAction::Kind::Change:
        return Q_EMIT changeRequested();
    case RunAction::Kind::ShowChild:
        m_workspace->open(m_run->child()->id);
    }
}

} // namespace motley
