// Whole runs whose coordinating agent is lost: the next one takes its place, and the run is the one that lost nobody.
#include "tests/engine/agent/loopbackrun.h"
#include "tests/engine/agent/loopbackstatus.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>

#include <signal.h>

#include <cmath>
#include <functional>

using namespace motley;

namespace {

constexpr std::int64_t steps = 400;
constexpr std::int64_t interval = 40; // of checkpoints

void setUp(LoopbackRun &run)
{
    run.job().maxSteps = steps;
    run.job().checkpoint.everySteps = interval;
    run.job().evaluateEveryEpochs = 2;
}

std::vector<std::int64_t> stepsOf(const std::vector<StepDone> &done)
{
    std::vector<std::int64_t> numbers;
    for (const StepDone &step : done)
        numbers.push_back(step.step);
    return numbers;
}

std::vector<std::int64_t> upTo(std::int64_t last)
{
    std::vector<std::int64_t> numbers;
    for (std::int64_t step = 1; step <= last; ++step)
        numbers.push_back(step);
    return numbers;
}

template <typename Body>
bool isOnce(const LoopbackRun &run, int machine)
{
    return run.all<Body>(machine).size() == 1;
}

bool hasFinished(const LoopbackRun &run, int machine)
{
    return !run.all<RunFinished>(machine).empty();
}

int agentProcess(const LoopbackRun &run, int machine)
{
    const auto agent = agentOf(run.folder(machine));
    return agent ? agent->pid : 0;
}

using Moment = std::function<bool(const LoopbackRun &)>;

} // namespace
Q_DECLARE_METATYPE(Moment)

class NewCoordinatorTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void goesOnAtTheNextMachine_data();
    void goesOnAtTheNextMachine();
    void goesOnAlone();
    void saysWhyTheFirstMachineHandedOver();
    void goesOnWhereTheNextOneIsLostToo_data();
    void goesOnWhereTheNextOneIsLostToo();
    void goesOnAtTheLastOfFour_data();
    void goesOnAtTheLastOfFour();
    void fencesACoordinatorThatThaws();
    void endsWhereOneOfTwoIsSilent();

private:
    void compare(const LoopbackRun &run, int leader, int machines = 3);

    std::vector<StepDone> m_undisturbed;
};

void NewCoordinatorTest::initTestCase()
{
    LoopbackRun run(1);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(hasFinished(run, 0), 2 * startLimit);
    m_undisturbed = run.all<StepDone>();
    QCOMPARE(stepsOf(m_undisturbed), upTo(steps));
}

// The log and the curve of a run whose last coordinator was this machine.
void NewCoordinatorTest::compare(const LoopbackRun &run, int leader, int machines)
{
    QCOMPARE(run.brokenInvariants(), QString());
    const auto done = run.all<StepDone>(leader);
    QCOMPARE(stepsOf(done), upTo(steps));
    for (std::size_t i = 0; i < done.size(); ++i) {
        QCOMPARE(done[i].sampleHash, m_undisturbed[i].sampleHash);
        QVERIFY2(std::abs(done[i].loss / m_undisturbed[i].loss - 1) < 1e-4,
            qPrintable(QString("step %1: %2 and %3").arg(i + 1).arg(done[i].loss).arg(m_undisturbed[i].loss)));
    }
    QVERIFY(isOnce<RunStarted>(run, leader));
    QVERIFY(isOnce<RunFinished>(run, leader));
    const RunFinished finished = run.all<RunFinished>(leader).front();
    QVERIFY2(finished.outcome == RunFinished::Outcome::Completed, finished.message.c_str());
    QCOMPARE(finished.model, std::string("model"));
    QVERIFY(QFile::exists(path(run.folder(leader)) + "/model/model.safetensors"));
    QVERIFY(QFile::exists(path(run.folder(leader)) + QStringLiteral("/checkpoints/step-%1").arg(steps)));
    QTRY_VERIFY_WITH_TIMEOUT(run.processes().empty(), 10000);
    for (int machine = leader; machine < machines; ++machine)
        QVERIFY(statusIn(run.folder(machine)).state == RunStatus::State::Finished);
}

void NewCoordinatorTest::goesOnAtTheNextMachine_data()
{
    QTest::addColumn<Moment>("moment");
    QTest::addRow("in training") << Moment([](const LoopbackRun &run) { return run.all<StepDone>().size() > 65; });
    QTest::addRow("at step 1") << Moment([](const LoopbackRun &run) { return !run.all<StepDone>().empty(); });
    QTest::addRow("in a test") << Moment([](const LoopbackRun &run) { return !run.all<Evaluation>().empty(); });
    QTest::addRow("in a checkpoint") << Moment([](const LoopbackRun &run) {
        return QFile::exists(path(run.folder()) + "/checkpoints/step-40.tmp") || !run.all<CheckpointSaved>().empty();
    });
}

void NewCoordinatorTest::goesOnAtTheNextMachine()
{
    QFETCH(Moment, moment);
    LoopbackRun run(3);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QElapsedTimer since;
    since.start();
    while (!moment(run) && since.elapsed() < startLimit)
        QTest::qWait(1);
    const int worker = run.rankProcess(0);
    kill(run.ready().pid, SIGKILL);
    since.restart();
    QTRY_VERIFY_WITH_TIMEOUT(worker == 0 || kill(worker, 0) != 0, 5000);
    QTRY_VERIFY_WITH_TIMEOUT(!run.all<GenerationFormed>(1).empty(), 30000);
    qInfo("goes on after %lld ms", static_cast<long long>(since.elapsed()));
    QTRY_VERIFY_WITH_TIMEOUT(hasFinished(run, 1), startLimit);
    compare(run, 1);
    const auto changed = run.all<MembershipChanged>(1);
    QCOMPARE(changed.size(), std::size_t(1));
    QCOMPARE(changed[0].ranks, (std::vector<int>{1, 2}));
    QVERIFY2(changed[0].lost.at(0).cause.find("the agent on box-1 (127.0.0.1) went away") != std::string::npos,
        changed[0].lost.at(0).cause.c_str());
    const auto before = run.events(0);
    const auto after = run.events(1);
    for (std::size_t i = 0; i < before.size(); ++i) // followers may have read any of them
        QVERIFY2(before[i] == after.at(i), toLine(before[i]).c_str());
}

// The system of the lost machine says that the agent is no more, so nobody else can go on.
void NewCoordinatorTest::goesOnAlone()
{
    LoopbackRun run(2);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().size() > 50, startLimit);
    kill(run.ready().pid, SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(hasFinished(run, 1), startLimit);
    compare(run, 1, 2);
    QVERIFY(statusIn(run.folder()).state == RunStatus::State::Dead);
}

// Its agent lives and knows.
void NewCoordinatorTest::saysWhyTheFirstMachineHandedOver()
{
    LoopbackRun run(3);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().size() > 50, startLimit);
    kill(run.rankProcess(0), SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(!run.all<MembershipChanged>(1).empty(), startLimit);
    const auto lost = run.all<MembershipChanged>(1).front().lost;
    QCOMPARE(lost.size(), std::size_t(1));
    QCOMPARE(lost[0].machine, 0);
    QVERIFY(lost[0].kind == RankFailed::Kind::Killed);
    QVERIFY2(lost[0].cause.find("killed by signal 9") != std::string::npos, lost[0].cause.c_str());
    QTRY_VERIFY_WITH_TIMEOUT(hasFinished(run, 1), startLimit);
    compare(run, 1);
}

void NewCoordinatorTest::goesOnWhereTheNextOneIsLostToo_data()
{
    QTest::addColumn<bool>("isAtOnce");
    QTest::addRow("at the same time") << true;
    QTest::addRow("some steps later") << false;
}

void NewCoordinatorTest::goesOnWhereTheNextOneIsLostToo()
{
    QFETCH(bool, isAtOnce);
    LoopbackRun run(3);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().size() > 50, startLimit);
    const int next = agentProcess(run, 1);
    kill(run.ready().pid, SIGKILL);
    if (!isAtOnce)
        QTRY_VERIFY_WITH_TIMEOUT(!run.all<GenerationFormed>(1).empty(), 30000);
    kill(next, SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(hasFinished(run, 2), startLimit);
    compare(run, 2);
    QCOMPARE(run.all<MembershipChanged>(2).back().ranks, std::vector<int>{2});
}

void NewCoordinatorTest::goesOnAtTheLastOfFour_data()
{
    goesOnWhereTheNextOneIsLostToo_data();
}

// Whoever is left has the log.
void NewCoordinatorTest::goesOnAtTheLastOfFour()
{
    QFETCH(bool, isAtOnce);
    constexpr int last = 3;
    LoopbackRun run(last + 1);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().size() > 50, startLimit);
    std::vector<int> agents;
    for (int machine = 0; machine < last; ++machine)
        agents.push_back(agentProcess(run, machine));
    for (int machine = 0; machine < last; ++machine) {
        kill(agents[std::size_t(machine)], SIGKILL);
        const auto formed = run.all<GenerationFormed>(machine + 1).size();
        if (!isAtOnce)
            QTRY_VERIFY_WITH_TIMEOUT(run.all<GenerationFormed>(machine + 1).size() > formed, 30000);
    }
    QTRY_VERIFY_WITH_TIMEOUT(hasFinished(run, last), startLimit);
    compare(run, last, last + 1);
    QCOMPARE(run.all<MembershipChanged>(last).back().ranks, std::vector<int>{last});
}

// It did not run while the others went on without it.
void NewCoordinatorTest::fencesACoordinatorThatThaws()
{
    LoopbackRun run(3);
    run.job().maxSteps = 100000;
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().size() > 20, startLimit);
    kill(run.ready().pid, SIGSTOP);
    QTRY_VERIFY_WITH_TIMEOUT(!run.all<GenerationFormed>(1).empty(), 60000);
    const std::size_t before = run.events(0).size();
    kill(run.ready().pid, SIGCONT);
    QTRY_VERIFY_WITH_TIMEOUT(statusIn(run.folder()).state == RunStatus::State::Finished, 20000);
    QTRY_COMPARE_WITH_TIMEOUT(run.rankProcess(0), 0, 5000);
    QCOMPARE(run.events(0).size(), before);
    const std::string why = statusIn(run.folder()).why.value_or("");
    QVERIFY2(why.find("box-1 (127.0.0.1) hears too few of the others to go on") != std::string::npos, why.c_str());
    QVERIFY(statusIn(run.folder(1)).state == RunStatus::State::Running);
    const std::int64_t step = run.all<StepDone>(1).back().step;
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>(1).back().step > step + 5, 20000);
    QVERIFY(isNumberedWithoutGaps(run.events(1)));
}

// The other one may be frozen or cut off, and may train on.
void NewCoordinatorTest::endsWhereOneOfTwoIsSilent()
{
    LoopbackRun run(2);
    run.job().maxSteps = 100000;
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(!run.all<StepDone>().empty(), startLimit);
    kill(run.ready().pid, SIGSTOP);
    QTRY_VERIFY_WITH_TIMEOUT(statusIn(run.folder(1)).state == RunStatus::State::Finished, 40000);
    kill(run.ready().pid, SIGCONT);
    const std::string why = statusIn(run.folder(1)).why.value_or("");
    QVERIFY2(why.find("the machine box-1 (127.0.0.1) has not answered for 10 s") != std::string::npos, why.c_str());
    QVERIFY(run.all<MembershipChanged>(1).empty());
}

QTEST_GUILESS_MAIN(NewCoordinatorTest)
#include "tst_newcoordinator.moc"
