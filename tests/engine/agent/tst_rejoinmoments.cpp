// A lost machine comes back at moments at which the others do something else than a step: nothing of it is cut or done
// twice.
#include "tests/engine/agent/rejoiningruns.h"
#include "tests/fixtures/tinyimages.h"

#include <QTest>

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

} // namespace

class RejoinMomentsTest : public RejoiningRuns {
    Q_OBJECT

private Q_SLOTS:
    void returnsWithinATest();
    void returnsWithinACheckpoint();
    void returnsBeforeTheFirstStep();
    void returnsWhileAnotherOneIsLost();
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

QTEST_GUILESS_MAIN(RejoinMomentsTest)
#include "tst_rejoinmoments.moc"
