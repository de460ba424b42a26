// A lost machine comes back at moments at which the others do something else than a step: nothing of it is cut or done
// twice.
#include "engine/base/tcp.h"
#include "engine/base/textfile.h"
#include "engine/protocol/controlline.h"
#include "tests/engine/agent/rejoiningruns.h"
#include "tests/fixtures/tinyimages.h"

#include <QTest>

#include <chrono>
#include <thread>

using namespace motley;

namespace {

// Each step is followed by a long test.
void testMuch(LoopbackRun &run)
{
    setUp(run);
    run.job().batch = 64;
    run.job().evaluateEveryEpochs = 1;
    writeTinyImages(run.dataFolder(), {.trainSamples = 64, .testSamples = 4096});
}

void saveMuch(LoopbackRun &run)
{
    setUp(run);
    run.job().batch = 16; // so that a step takes less time than its checkpoint
    run.job().checkpoint.everySteps = 1;
    run.job().checkpoint.async = false;
}

// Whether the machine that was taken in last was so between a step and what is due after it.
template <typename Body>
bool isTakenInBefore(const LoopbackRun &run, int leader)
{
    const auto events = run.events(leader);
    for (auto event = events.rbegin(); event != events.rend(); ++event) {
        const auto *changed = std::get_if<MembershipChanged>(&event->body);
        if (!changed || !changed->came)
            continue;
        const auto next = std::find_if(event.base(), events.end(), [](const Event &later) {
            return std::holds_alternative<StepDone>(later.body) || std::holds_alternative<Body>(later.body);
        });
        return next != events.end() && std::holds_alternative<Body>(next->body);
    }
    return false;
}

// Where the agent of a machine listens, as it knows itself; 0: it has not said so.
int portOf(const LoopbackRun &run, int machine)
{
    const auto line = readTextFile(run.folder(machine).ports()).and_then(parseControlLine);
    const auto *roster = line ? std::get_if<Roster>(&line->body) : nullptr;
    return roster ? roster->ports[std::size_t(machine)] : 0;
}

} // namespace

class RejoinMomentsTest : public RejoiningRuns {
    Q_OBJECT

private Q_SLOTS:
    void returnsWithinATest();
    void returnsWithinACheckpoint();
    void returnsBeforeTheFirstStep();
    void returnsWhileAnotherOneIsLost();
    void returnsBeforeAnotherOneLeads();
    void returnsAfterWhoeverLeadsNow_data();
    void returnsAfterWhoeverLeadsNow();
    void fencesAnEarlierAgentThatThaws_data();
    void fencesAnEarlierAgentThatThaws();
};

// The test is neither cut nor done again.
void RejoinMomentsTest::returnsWithinATest()
{
    LoopbackRun run(2);
    testMuch(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > 3, startLimit);
    for (int time = 0; time < 9 && !isTakenInBefore<Evaluation>(run, 0); ++time) {
        lose(run, 1, 0);
        takeBack(run, 1, 0, {0, 1});
    }
    QVERIFY(isTakenInBefore<Evaluation>(run, 0));
    finish(run, 0, 0, testMuch);
    const auto tests = run.all<Evaluation>();
    QVERIFY(tests.size() > 3);
    for (std::size_t i = 0; i < tests.size(); ++i)
        QCOMPARE(tests[i].step, std::int64_t(i) + 1);
}

void RejoinMomentsTest::returnsWithinACheckpoint()
{
    LoopbackRun run(2);
    saveMuch(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > 3, startLimit);
    for (int time = 0; time < 9 && !isTakenInBefore<CheckpointSaved>(run, 0); ++time) {
        lose(run, 1, 0);
        takeBack(run, 1, 0, {0, 1});
    }
    QVERIFY(isTakenInBefore<CheckpointSaved>(run, 0));
    finish(run, 0, 0, saveMuch);
    const auto saved = run.all<CheckpointSaved>();
    for (std::size_t i = 0; i < saved.size(); ++i)
        QCOMPARE(saved[i].step, std::int64_t(i) + 1);
}

// It is lost while the ranks connect or rehearse, and asks before the others have missed it.
void RejoinMomentsTest::returnsBeforeTheFirstStep()
{
    LoopbackRun run(3);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(run.rankProcess(2) != 0, startLimit);
    const int lost = agentProcess(run, 2);
    kill(lost, SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(
        kill(lost, 0) != 0 || statusIn(run.folder(2)).state != RunStatus::State::Running, startLimit);
    takeBack(run, 2, 0, {0, 1, 2});
    finish(run, 0);
}

// Its ranks get ready while the others connect and rehearse again.
void RejoinMomentsTest::returnsWhileAnotherOneIsLost()
{
    LoopbackRun run(3);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > 3, startLimit);
    lose(run, 2, 0);
    const auto answer = run.rejoin(2);
    QVERIFY2(answer.exitCode == 0, answer.errors);
    kill(agentProcess(run, 1), SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(!comingsOf(run, 0).empty(), joinLimit);
    QTRY_COMPARE_WITH_TIMEOUT(run.all<MembershipChanged>().back().ranks, (Ranks{0, 2}), startLimit);
    takeBack(run, 1, 0, {0, 1, 2});
    finish(run, 0);
}

// Whoever leads next waits for another machine when the one that led asks to take part again.
void RejoinMomentsTest::returnsBeforeAnotherOneLeads()
{
    LoopbackRun run(3);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 1) > 3 && portOf(run, 1) != 0 && portOf(run, 2) != 0, startLimit);
    const int frozen = agentProcess(run, 2);
    kill(frozen, SIGSTOP);
    kill(agentProcess(run, 0), SIGKILL);
    const std::jthread thaws([frozen] {
        std::this_thread::sleep_for(std::chrono::seconds(4)); // machine 1 waits longer
        kill(frozen, SIGCONT);
    });
    const auto answer = run.rejoin(0);
    QVERIFY2(answer.exitCode == 0, answer.errors);
    QTRY_VERIFY_WITH_TIMEOUT(!comingsOf(run, 1).empty(), joinLimit);
    QCOMPARE(comingsOf(run, 1).back().ranks, (Ranks{1, 0, 2}));
    const std::int64_t step = comingsOf(run, 1).back().step;
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 1) > step + 5, startLimit);
    finish(run, 1);
}

void RejoinMomentsTest::returnsAfterWhoeverLeadsNow_data()
{
    QTest::addColumn<bool>("isTaken"); // by another program
    QTest::addRow("that listens where it did") << false;
    QTest::addRow("that has to listen elsewhere") << true;
}

// The machine that leads now led before, was lost and came back; what the last one to return knows of it is older.
void RejoinMomentsTest::returnsAfterWhoeverLeadsNow()
{
    QFETCH(bool, isTaken);
    LoopbackRun run(4);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > 3 && portOf(run, 1) != 0, startLimit);
    const int port = portOf(run, 0);
    lose(run, 1, 0);
    lose(run, 0, 2);
    const auto where = socketAddress("127.0.0.1", port);
    const Descriptor otherProgram = isTaken ? listenAt(*where) : Descriptor();
    takeBack(run, 0, 2, {2, 0, 3});
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > comingsOf(run, 2).back().step + 5, startLimit); // it has the log
    QCOMPARE(portOf(run, 0) != port, isTaken);
    lose(run, 2, 0);
    takeBack(run, 1, 0, {0, 1, 3});
    finish(run, 0);
}

void RejoinMomentsTest::fencesAnEarlierAgentThatThaws_data()
{
    QTest::addColumn<int>("frozen");
    QTest::addColumn<int>("leader"); // afterwards
    QTest::addRow("of a machine that led") << 0 << 1;
    QTest::addRow("of another one") << 2 << 0;
}

// Whoever starts the machine again does not see the frozen agent, as in another container.
void RejoinMomentsTest::fencesAnEarlierAgentThatThaws()
{
    QFETCH(int, frozen);
    QFETCH(int, leader);
    LoopbackRun run(3);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > 3, startLimit);
    const int earlier = agentProcess(run, frozen);
    const int itsRank = run.rankProcess(frozen);
    kill(earlier, SIGSTOP);
    QTRY_VERIFY_WITH_TIMEOUT(formed(run, leader) > 1, 2 * startLimit);
    QVERIFY(QFile::remove(QString::fromStdString(run.folder(frozen).agentIdentity())));
    takeBack(run, frozen, leader, frozen == 0 ? Ranks{1, 0, 2} : Ranks{0, 1, 2});
    const std::size_t changes = run.all<MembershipChanged>(leader).size();
    kill(earlier, SIGCONT);
    QTRY_VERIFY_WITH_TIMEOUT(kill(earlier, 0) != 0, 30000);
    QTRY_VERIFY_WITH_TIMEOUT(kill(itsRank, 0) != 0, 10000);
    const std::int64_t step = lastStep(run, leader);
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, leader) > step + 5, startLimit);
    QCOMPARE(run.all<MembershipChanged>(leader).size(), changes);
    QVERIFY(statusIn(run.folder(frozen)).state == RunStatus::State::Running);
    QVERIFY(!QFile::exists(QString::fromStdString(run.folder(frozen).end())));
    QTRY_VERIFY_WITH_TIMEOUT(isNumberedWithoutGaps(run.events(frozen)), startLimit);
    finish(run, leader);
}

QTEST_GUILESS_MAIN(RejoinMomentsTest)
#include "tst_rejoinmoments.moc"
