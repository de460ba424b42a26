// What comes after a run: another one that goes on from it, whose curves begin with its own, and the way between them.
#include "app/pages/runpage.h"
#include "app/plots/metricplot.h"
#include "app/railrun.h"
#include "tests/app/liverun.h"
#include "tests/app/noticeaction.h"
#include "tests/app/openwindow.h"
#include "tests/app/screenshot.h"

#include <QDir>
#include <QLabel>
#include <QTemporaryDir>
#include <QToolButton>

#include <cmath>

using namespace motley;
using Page = NavigationRail::Page;

namespace {

constexpr int patience = 20'000; // milliseconds

StepDone stepOf(std::int64_t number, double loss)
{
    StepDone step;
    step.step = number;
    step.loss = loss;
    step.seconds = 0.1;
    step.samples = 256;
    step.ranks = {{0, 256, 256, 0.002, 0.021, 0.049, 0.024, 0.004}};
    return step;
}

} // namespace

class ForkTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(), m_workspace.reset(); }
    void aRunThatGoesOnBeginsWithItsPast();
    void aPausedRunIsOneCurveWithTheOneThatGoesOn();
    void theWayLeadsToBothSides();
    void silenceIsSaidInTheRail();
    void numbersOfThePastHaveATime();
    void isPictured_data();
    void isPictured();

private:
    const QWidget *page() const { return m_window->findChild<RunPage *>(); }
    QToolButton *parentLink() const { return page()->findChild<QToolButton *>(QStringLiteral("parentRun")); }
    QString text(const char *name) const
    {
        return page()->findChild<QLabel *>(QLatin1String(name))->text().replace(QChar(0xa0), u' ');
    }
    void writeParentAndChild();
    void writeChild(std::int64_t firstStep);

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<LiveRun> m_parent;
    std::unique_ptr<LiveRun> m_child;
};

void ForkTest::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    m_workspace = std::make_unique<Workspace>(WorkspaceFolders{m_home->path(), m_home->path()});
    QVERIFY(m_workspace->load());
    m_window = openWindow(*m_workspace, QSize(1280, 800));
}

// The parent fails after step 73, and the child goes on from its checkpoint of step 50.
void ForkTest::writeParentAndChild()
{
    m_parent = std::make_unique<LiveRun>();
    m_child = std::make_unique<LiveRun>();
    QVERIFY(m_parent->begin(m_home->path(), "parent", 79));
    QVERIFY(QDir().mkpath(m_parent->record().folder + QStringLiteral("/checkpoints/step-50")));
    QTRY_VERIFY_WITH_TIMEOUT(m_workspace->find(m_parent->record().id), patience);
    m_workspace->open(m_parent->record().id);
    QVERIFY(m_parent->write(80, RankFailed{1, 1, "killed by signal 9 (Killed)", {}}));
    QVERIFY(m_parent->write(81, RunFinished{RunFinished::Outcome::Failed, 73, 3, "Rank 1 on m2 ended.", {}}));
    QTRY_VERIFY_WITH_TIMEOUT(m_workspace->current()->isOver(), patience);

    writeChild(51);
}

void ForkTest::writeChild(std::int64_t firstStep)
{
    QVERIFY(m_child->begin(m_home->path(), "child", 0, m_parent->record().folder));
    Plan plan;
    plan.machines = {{"m1", "10.77.0.1"}};
    plan.ranks = {{0, {}, 256, 0, 1}};
    RunStarted started{
        "r", "child", "image-classification", "small CNN, width 8", 103018, 4096, 256, 160, firstStep, "0.1.0"};
    QVERIFY(m_child->write(1, started));
    QVERIFY(m_child->write(2, PlanChosen{plan}));
    for (int i = 0; i < 30; ++i)
        QVERIFY(m_child->write(3 + i, stepOf(firstStep + i, 0.5 - i * 0.01)));
    QTRY_VERIFY_WITH_TIMEOUT(m_workspace->find(m_child->record().id), patience);
    QTRY_COMPARE_WITH_TIMEOUT(
        m_workspace->find(m_child->record().id)->series().steps().size(), std::size_t(firstStep - 1 + 30), patience);
}

void ForkTest::aRunThatGoesOnBeginsWithItsPast()
{
    writeParentAndChild();
    const OpenRun *child = m_workspace->open(m_child->record().id);
    const MetricSeries &series = child->series();
    QCOMPARE(series.pastSteps(), std::size_t(50));
    for (std::size_t i = 0; i < series.steps().size(); ++i)
        QCOMPARE(series.steps()[i], static_cast<double>(i + 1));
    const MetricSeries &past = m_workspace->find(m_parent->record().id)->series();
    for (std::size_t i = 0; i < 50; ++i)
        QCOMPARE(series.loss()[i], past.loss()[i]);
    QCOMPARE(series.loss()[50], 0.5);
    for (const auto *column : {&series.learningRate(), &series.samplesPerSecond(), &series.stepTimes()})
        QCOMPARE(column->size(), std::size_t(80));
    QCOMPARE(series.machines().front().split.size(), std::size_t(80));
    QVERIFY(std::isnan(series.machines().front().samplesPerSecond.front()));
    QVERIFY(series.secondsLeft()); // of its own steps alone
    QCOMPARE(std::round(*series.secondsLeft()), 8.0);
    QCOMPARE(std::round(*series.rate()), 2560.0);

    // A window that opens the run later reads it from the copies.
    m_window.reset();
    m_workspace = std::make_unique<Workspace>(WorkspaceFolders{m_home->path(), m_home->path()});
    QVERIFY(m_workspace->load());
    const OpenRun *again = m_workspace->open(m_child->record().id);
    QTRY_COMPARE_WITH_TIMEOUT(again->series().steps().size(), std::size_t(80), patience);
    QCOMPARE(again->series().loss().front(), past.loss().empty() ? 0 : again->series().loss().front());
    QCOMPARE(again->series().pastSteps(), std::size_t(50));
}

void ForkTest::aPausedRunIsOneCurveWithTheOneThatGoesOn()
{
    m_parent = std::make_unique<LiveRun>();
    m_child = std::make_unique<LiveRun>();
    QVERIFY(m_parent->begin(m_home->path(), "parent", 79));
    QVERIFY(QDir().mkpath(m_parent->record().folder + QStringLiteral("/checkpoints/step-73")));
    QTRY_VERIFY_WITH_TIMEOUT(m_workspace->find(m_parent->record().id), patience);
    const OpenRun *parent = m_workspace->open(m_parent->record().id);
    m_window->showPage(Page::Run);
    QVERIFY(m_parent->write(80, RunFinished{RunFinished::Outcome::Paused, 73, 3, {}, {}}));
    QTRY_COMPARE_WITH_TIMEOUT(parent->record().outcome, RunRecord::Outcome::Paused, patience);
    QTRY_COMPARE_WITH_TIMEOUT(text("messageSentence"), QStringLiteral("Paused after step 73."), patience);
    QTRY_VERIFY(noticeActions(*page()).contains(QStringLiteral("Go on")));

    writeChild(74);
    const OpenRun *child = m_workspace->open(m_child->record().id);
    const MetricSeries &series = child->series();
    QCOMPARE(series.pastSteps(), std::size_t(73)); // all of them, as nothing was lost
    for (std::size_t i = 0; i < series.steps().size(); ++i)
        QCOMPARE(series.steps()[i], static_cast<double>(i + 1));
    for (std::size_t i = 0; i < 73; ++i)
        QCOMPARE(series.loss()[i], parent->series().loss()[i]);
    QTRY_VERIFY(parentLink()->isVisible());
    QCOMPARE(parentLink()->text(), QStringLiteral("Goes on from parent"));
    QTest::mouseClick(parentLink(), Qt::LeftButton);
    QCOMPARE(m_workspace->current(), parent);
    QTRY_VERIFY(text("messageSentence").endsWith(QStringLiteral("Another run goes on from here.")));
    QVERIFY(takeNoticeAction(*page(), QStringLiteral("Show child")));
    QCOMPARE(m_workspace->current(), child);
}

void ForkTest::theWayLeadsToBothSides()
{
    writeParentAndChild();
    m_window->showPage(Page::Run);
    QVERIFY(!parentLink()->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(noticeActions(*page()).value(0) == QStringLiteral("Show child"), patience);
    QVERIFY(text("messageSentence").endsWith(QStringLiteral("Another run goes on from here.")));
    QVERIFY(takeNoticeAction(*page(), QStringLiteral("Show child")));
    QCOMPARE(m_workspace->current()->name(), QStringLiteral("child"));
    QTRY_VERIFY(parentLink()->isVisible());
    QCOMPARE(parentLink()->text(), QStringLiteral("Goes on from parent"));
    QTest::mouseClick(parentLink(), Qt::LeftButton);
    QCOMPARE(m_workspace->current()->name(), QStringLiteral("parent"));
}

void ForkTest::silenceIsSaidInTheRail()
{
    LiveRun run;
    QVERIFY(run.begin(m_home->path(), "first", 20));
    QTRY_VERIFY_WITH_TIMEOUT(m_workspace->find(run.record().id), patience);
    m_workspace->open(run.record().id);
    m_window->showPage(Page::Run);
    QVERIFY(run.write(21, StepOverdue{19, 6.5, 1, RankPhase::Training, true}));
    QTRY_VERIFY_WITH_TIMEOUT(
        text("messageSentence").endsWith("The run waits for m2, which gives no sign of life."), patience);
    QVERIFY(text("messageSentence").startsWith(QStringLiteral("No step for ")));
    const auto *entry = m_window->findChild<RailRunButton *>();
    QTRY_VERIFY(entry->accessibleName().contains(QStringLiteral(", no step for ")));
}

void ForkTest::numbersOfThePastHaveATime()
{
    RunHistory &history = m_workspace->history();
    JobSpec job;
    job.name = "far";
    job.task = ImageSpec{{}, {"/data"}};
    auto record = history.create(
        job, {{Machine::Kind::Ssh, QStringLiteral("gpu1"), QStringLiteral("ssh://ada@127.0.0.1:9"), {}}});
    QVERIFY(record);
    record->outcome = RunRecord::Outcome::Running;
    record->remoteRuns = {{"/nowhere/motley-engine", "/nowhere/run"}};
    QFile events(record->eventsFile());
    QVERIFY(events.open(QIODevice::WriteOnly));
    events.write(LiveRun::recorded(0, 60));
    events.close();
    QVERIFY(history.update(*record));
    const OpenRun *run = m_workspace->open(record->id);
    m_window->showPage(Page::Run);
    QTRY_VERIFY_WITH_TIMEOUT(run->isStale(), patience);
    const auto then = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(run->series().lastTime() * 1000));
    const auto captions = page()->findChild<QWidget *>(QStringLiteral("runHeader"))->findChildren<QLabel *>();
    int dated = 0;
    for (const auto *caption : captions)
        dated += caption->text().contains(QStringLiteral(", at "));
    QCOMPARE(dated, 2); // speed and what is left
    QVERIFY(then.isValid());
    QVERIFY2(
        text("messageSentence").contains(QStringLiteral("no contact with gpu1")), qPrintable(text("messageSentence")));
}

void ForkTest::isPictured_data()
{
    QTest::addColumn<Theme::Choice>("theme");
    QTest::addColumn<QString>("language");
    QTest::addColumn<QSize>("size");
    QTest::addRow("light") << Theme::Choice::Light << QStringLiteral("en") << QSize(1280, 800);
    QTest::addRow("dark") << Theme::Choice::Dark << QStringLiteral("de") << QSize(960, 540);
    QTest::addRow("contrast") << Theme::Choice::HighContrastLight << QStringLiteral("zh_CN") << QSize(1280, 800);
    QTest::addRow("arabic") << Theme::Choice::Light << QStringLiteral("ar") << QSize(960, 540);
}

void ForkTest::isPictured()
{
    QFETCH(Theme::Choice, theme);
    QFETCH(QString, language);
    QFETCH(QSize, size);
    writeParentAndChild();
    m_window.reset();
    m_window = openWindow(*m_workspace, size, theme, language);
    m_workspace->open(m_parent->record().id);
    m_window->showPage(Page::Run);
    QVERIFY(saveScreenshot(*m_window, QStringLiteral("fork-parent-") + QTest::currentDataTag()));
    m_workspace->open(m_child->record().id);
    QVERIFY(saveScreenshot(*m_window, QStringLiteral("fork-child-") + QTest::currentDataTag()));
    QCOMPARE(m_window->size(), size);
    m_workspace->language().choose(QStringLiteral("en"));
}

QTEST_MAIN(ForkTest)
#include "tst_fork.moc"
