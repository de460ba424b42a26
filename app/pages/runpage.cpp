#include "app/pages/runpage.h"

#include "app/pages/preparationview.h"
#include "app/pages/runheader.h"
#include "app/plots/lifebar.h"
#include "app/plots/runcharts.h"
#include "app/plots/timesplitview.h"
#include "app/widgets/messagecard.h"
#include "app/widgets/pageelements.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTreeView>
#include <QVBoxLayout>

namespace motley {

namespace {

constexpr int leastChartsHeight = 260; // pixels

QTreeView *makeTable(QAbstractItemModel *model, const QString &objectName, const QString &name)
{
    auto *table = new QTreeView;
    table->setObjectName(objectName);
    table->setAccessibleName(name);
    table->setModel(model);
    table->setRootIsDecorated(false);
    table->setUniformRowHeights(true);
    table->setAllColumnsShowFocus(true);
    return table;
}

} // namespace

RunPage::RunPage(Workspace *workspace, QWidget *parent)
    : QWidget(parent), m_workspace(workspace), m_header(new RunHeader), m_message(new MessageCard),
      m_stack(new QStackedWidget), m_preparation(new PreparationView),
      m_charts(new RunCharts(workspace->settings().smoothing())), m_tabs(new QTabWidget)
{
    setObjectName(QStringLiteral("page"));
    m_message->reserveRoom();
    auto *splitter = new QSplitter(Qt::Vertical);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(8);
    splitter->addWidget(scrolledCharts());
    splitter->addWidget(makeLower());
    splitter->setStretchFactor(0, 5);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({1000, 200}); // in proportion
    m_stack->addWidget(m_preparation);
    m_stack->addWidget(splitter);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(pageMargin, 16, pageMargin, 10);
    layout->setSpacing(gap);
    layout->addWidget(m_header);
    layout->addWidget(m_message);
    layout->addWidget(m_stack, 1);

    connect(m_charts, &RunCharts::smoothingChanged, this,
        [this](double weight) { m_workspace->settings().setSmoothing(weight); });
    connect(m_message, &MessageCard::actionTriggered, this, &RunPage::act);
    connect(m_message, &MessageCard::otherActionTriggered, this, &RunPage::changeRequested);
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
    area->setFocusPolicy(Qt::NoFocus);
    area->setMinimumSize(m_charts->minimumSizeHint().width(), leastChartsHeight);
    return area;
}

QWidget *RunPage::makeLower()
{
    m_tabs->setObjectName(QStringLiteral("runTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->setMinimumHeight(124);
    m_tabs->addTab(makeMachineTable(), tr("Machines"));
    m_tabs->addTab(makeLogPane(), tr("Log"));
    m_tabs->addTab(makeLives(), tr("Machines over time"));
    return m_tabs;
}

QWidget *RunPage::makeLives()
{
    auto *table = makeTable(&m_lives, QStringLiteral("runLives"), tr("When the machines trained"));
    table->setItemDelegateForColumn(LifeModel::Life, new LifeBarDelegate(table));
    table->header()->resizeSection(LifeModel::Name, 190);
    table->header()->resizeSection(LifeModel::Life, 480);
    fitHeadings(table->header());
    return table;
}

void RunPage::showLives()
{
    m_lives.valuesChanged();
    m_tabs->setTabVisible(m_tabs->count() - 1, m_lives.isWorthShowing());
}

QWidget *RunPage::makeMachineTable()
{
    auto *table = makeTable(&m_machines, QStringLiteral("runMachines"), tr("Machines of this run"));
    table->setItemDelegateForColumn(RunMachineModel::Split, new TimeSplitDelegate(table));
    table->header()->resizeSection(RunMachineModel::Name, 190);
    table->header()->resizeSection(RunMachineModel::State, 170);
    table->header()->resizeSection(RunMachineModel::Share, 150);
    table->header()->resizeSection(RunMachineModel::Rate, 140);
    table->header()->resizeSection(RunMachineModel::Split, 200);
    table->header()->resizeSection(RunMachineModel::Cpu, 70);
    table->header()->resizeSection(RunMachineModel::Memory, 170);
    fitHeadings(table->header());
    return table;
}

QWidget *RunPage::makeLogPane()
{
    m_filteredLog.setSourceModel(&m_log);
    m_filteredLog.setFilterKeyColumn(-1);
    m_filteredLog.setFilterCaseSensitivity(Qt::CaseInsensitive);
    auto *table = makeTable(&m_filteredLog, QStringLiteral("runLog"), tr("What happened in this run"));
    table->header()->resizeSection(LogModel::Time, 90);
    table->header()->resizeSection(LogModel::Level, 110);
    table->header()->resizeSection(LogModel::Machine, 150);
    fitHeadings(table->header());
    // The newest line stays in sight unless the user has scrolled away from it.
    connect(&m_filteredLog, &QAbstractItemModel::rowsInserted, table, [table] {
        const auto *bar = table->verticalScrollBar();
        if (bar->value() >= bar->maximum() - bar->singleStep())
            QMetaObject::invokeMethod(table, &QTreeView::scrollToBottom, Qt::QueuedConnection);
    });

    auto *filter = new QLineEdit;
    filter->setObjectName(QStringLiteral("logFilter"));
    filter->setPlaceholderText(tr("Filter"));
    filter->setAccessibleName(tr("Show only the lines with these words"));
    filter->setClearButtonEnabled(true);
    filter->setMaximumWidth(260);
    connect(filter, &QLineEdit::textChanged, &m_filteredLog, &QSortFilterProxyModel::setFilterFixedString);
    auto *pane = new QWidget;
    auto *layout = new QVBoxLayout(pane);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(filter);
    layout->addWidget(table, 1);
    return pane;
}

void RunPage::setRun(OpenRun *run)
{
    if (m_run == run)
        return;
    if (m_run)
        m_run->disconnect(this);
    m_run = run;
    m_charts->setRun(run);
    m_log.clear();
    m_machines.setSeries(run ? &run->series() : nullptr);
    m_lives.setSeries(run ? &run->series() : nullptr);
    showLives();
    if (!run)
        return;
    m_header->setRun(run);
    m_log.append(run->log());
    connect(run, &OpenRun::changed, this, &RunPage::refresh);
    connect(run, &OpenRun::seriesChanged, this, &RunPage::refreshValues);
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
    m_machines.valuesChanged();
    showLives();
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
    if (!m_notice)
        return m_message->clear();
    m_message->show(m_notice->kind, m_notice->sentence, m_notice->detail);
    m_message->setAction(m_notice->actionText);
    m_message->setOtherAction(m_notice->changeText);
}

void RunPage::act()
{
    switch (m_notice ? m_notice->action : RunNotice::Action::None) {
    case RunNotice::Action::None:
        return;
    case RunNotice::Action::LogIn:
        return m_run->logIn();
    case RunNotice::Action::StartAgain:
        return m_workspace->startAgain(m_run, QStringList(m_notice->without));
    case RunNotice::Action::Resume:
        return m_workspace->resume(m_run, QStringList(m_notice->without));
    }
}

} // namespace motley
