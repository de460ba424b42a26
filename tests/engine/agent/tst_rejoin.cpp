// Whole runs in which a lost machine comes back: its agent is started again, its ranks train with the others from a
// step on, and the run is the one that lost nobody.
#include "engine/base/textfile.h"
#include "tests/engine/agent/loopbackrun.h"
#include "tests/engine/agent/loopbackstatus.h"
#include "tests/fixtures/tinyimages.h"

#include <QFile>
#include <QTest>

#include <signal.h>

#include <algorithm>
#include <cmath>

using namespace motley;

namespace {

using Ranks = std::vector<int>;

constexpr int joinLimit = 2 * startLimit; // milliseconds until ranks are started on a busy computer and take part

void setUp(LoopbackRun &run)
{
    run.job().maxSteps = 1000000; // it is stopped
    run.job().batch = 128; // so that there are not many more steps than a curve stays equal for
    std::get<ImageSpec>(run.job().task).model.width = 16;
    run.job().schedule.peak = 0.001; // so that no loss is so small that rounding shows
}

std::vector<MembershipChanged> comingsOf(const LoopbackRun &run, int machine)
{
    std::vector<MembershipChanged> found = run.all<MembershipChanged>(machine);
    std::erase_if(found, [](const MembershipChanged &changed) { return !changed.came; });
    return found;
}

std::int64_t lastStep(const LoopbackRun &run, int machine)
{
    const auto done = run.all<StepDone>(machine);
    return done.empty() ? 0 : done.back().step;
}

// The newest generation that was formed.
int formed(const LoopbackRun &run, int machine)
{
    const auto all = run.all<GenerationFormed>(machine);
    return all.empty() ? 1 : all.back().generation;
}

int agentProcess(const LoopbackRun &run, int machine)
{
    const auto agent = agentOf(run.folder(machine));
    return agent ? agent->pid : 0;
}

bool saysSo(const LoopbackRun &run, int machine, const std::string &words)
{
    const auto has = [&](const auto &all) {
        return std::ranges::any_of(all, [&](const auto &one) { return one.message.find(words) != std::string::npos; });
    };
    return has(run.all<Note>(machine)) || has(run.all<Warning>(machine));
}

} // namespace

class RejoinTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesPartAgain_data();
    void takesPartAgain();
    void returnsTwice();
    void joinsTheSuccessor();
    void takesBackAFormerCoordinator();
    void findsALeaderThatCameBackMeanwhile();
    void goesOnWhereItIsLostAgain_data();
    void goesOnWhereItIsLostAgain();
    void leavesOutAMachineWithOtherData();
    void refuses();

private:
    void lose(LoopbackRun &run, int machine, int leader);
    void takeBack(LoopbackRun &run, int machine, int leader, const Ranks &ranks);
    void finish(const LoopbackRun &run, int leader);

    std::vector<StepDone> m_undisturbed;
};

void RejoinTest::lose(LoopbackRun &run, int machine, int leader)
{
    const int generation = formed(run, leader);
    kill(agentProcess(run, machine), SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(formed(run, leader) > generation, startLimit);
}

void RejoinTest::takeBack(LoopbackRun &run, int machine, int leader, const Ranks &ranks)
{
    const std::size_t before = comingsOf(run, leader).size();
    const auto answer = run.rejoin(machine);
    QVERIFY2(answer.exitCode == 0, answer.errors);
    QTRY_COMPARE_WITH_TIMEOUT(comingsOf(run, leader).size(), before + 1, joinLimit);
    const MembershipChanged changed = comingsOf(run, leader).back();
    QCOMPARE(*changed.came, Ranks{machine});
    QCOMPARE(changed.ranks, ranks);
    QVERIFY(changed.lost.empty());
    QTRY_VERIFY_WITH_TIMEOUT(formed(run, leader) >= changed.generation, startLimit);
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, leader) > changed.step + 5, startLimit);
    const auto steps = run.all<StepDone>(leader);
    QCOMPARE(steps.back().ranks.size(), ranks.size());
}

// Stops the run, whose log and curve must be those of one that lost nobody.
void RejoinTest::finish(const LoopbackRun &run, int leader)
{
    QCOMPARE(runEngine({QStringLiteral("stop"), path(run.folder(leader))}).exitCode, 0);
    QTRY_VERIFY_WITH_TIMEOUT(!run.all<RunFinished>(leader).empty(), startLimit);
    const RunFinished finished = run.all<RunFinished>(leader).front();
    QVERIFY2(finished.outcome == RunFinished::Outcome::Stopped, finished.message.c_str());
    QVERIFY(QFile::exists(path(run.folder(leader)) + "/model/model.safetensors"));
    QTRY_VERIFY_WITH_TIMEOUT(run.processes().empty(), 20000);
    QCOMPARE(run.brokenInvariants(), QString());
    const auto done = run.all<StepDone>(leader);
    if (m_undisturbed.size() < done.size()) {
        LoopbackRun alone(1);
        setUp(alone);
        QVERIFY2(alone.start(), alone.errors());
        QTRY_VERIFY_WITH_TIMEOUT(alone.all<StepDone>().size() >= done.size(), 10 * startLimit);
        m_undisturbed = alone.all<StepDone>();
    }
    for (std::size_t i = 0; i < done.size(); ++i) {
        QCOMPARE(done[i].step, std::int64_t(i) + 1);
        QCOMPARE(done[i].sampleHash, m_undisturbed[i].sampleHash);
        QVERIFY2(std::abs(done[i].loss / m_undisturbed[i].loss - 1) < 1e-4,
            qPrintable(QString("step %1: %2 and %3").arg(i + 1).arg(done[i].loss).arg(m_undisturbed[i].loss)));
    }
    qInfo("%d steps are equal", int(done.size()));
}

void RejoinTest::takesPartAgain_data()
{
    QTest::addColumn<int>("machines");
    QTest::addColumn<int>("lost");
    QTest::addRow("one of two") << 2 << 1;
    QTest::addRow("the last of three") << 3 << 2;
}

void RejoinTest::takesPartAgain()
{
    QFETCH(int, machines);
    QFETCH(int, lost);
    LoopbackRun run(machines);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > 3, startLimit);
    lose(run, lost, 0);
    Ranks all;
    for (int rank = 0; rank < machines; ++rank)
        all.push_back(rank);
    takeBack(run, lost, 0, all);
    const auto planned = run.all<PlanChosen>().front().plan;
    const auto shares = comingsOf(run, 0).front().shares;
    for (std::size_t rank = 0; rank < all.size(); ++rank)
        QCOMPARE(shares[rank], planned.ranks[rank].share);
    finish(run, 0);
    QVERIFY(statusIn(run.folder(lost)).state == RunStatus::State::Finished);
}

void RejoinTest::returnsTwice()
{
    LoopbackRun run(3);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > 3, startLimit);
    for (int time = 0; time < 2; ++time) {
        lose(run, 1, 0);
        takeBack(run, 1, 0, {0, 1, 2});
    }
    finish(run, 0);
}

// Whoever led when it was lost is gone, too.
void RejoinTest::joinsTheSuccessor()
{
    LoopbackRun run(3);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > 3, startLimit);
    lose(run, 2, 0);
    lose(run, 0, 1);
    takeBack(run, 2, 1, {1, 2});
    finish(run, 1);
}

// It follows the one that took its place, and leads again where that is lost.
void RejoinTest::takesBackAFormerCoordinator()
{
    LoopbackRun run(3);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > 3, startLimit);
    lose(run, 0, 1);
    takeBack(run, 0, 1, {1, 0, 2});
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > comingsOf(run, 1).back().step + 5, startLimit); // it has the log
    lose(run, 1, 0);
    QCOMPARE(run.all<MembershipChanged>(0).back().ranks, (Ranks{0, 2}));
    takeBack(run, 1, 0, {0, 1, 2});
    finish(run, 0);
}

// What it knows of where the others listen is from before it was lost.
void RejoinTest::findsALeaderThatCameBackMeanwhile()
{
    LoopbackRun run(3);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > 3, startLimit);
    lose(run, 1, 0);
    lose(run, 0, 2);
    takeBack(run, 1, 2, {2, 1});
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 1) > comingsOf(run, 2).back().step + 5, startLimit); // it has the log
    lose(run, 2, 1);
    takeBack(run, 0, 1, {1, 0});
    finish(run, 1);
}

void RejoinTest::goesOnWhereItIsLostAgain_data()
{
    QTest::addColumn<bool>("takesPart");
    QTest::addRow("while its ranks open their data") << false;
    QTest::addRow("as it takes part") << true;
}

void RejoinTest::goesOnWhereItIsLostAgain()
{
    QFETCH(bool, takesPart);
    LoopbackRun run(3);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > 3, startLimit);
    lose(run, 2, 0);
    const auto answer = run.rejoin(2);
    QVERIFY2(answer.exitCode == 0, answer.errors);
    if (takesPart)
        QTRY_VERIFY_WITH_TIMEOUT(!comingsOf(run, 0).empty(), joinLimit);
    kill(agentProcess(run, 2), SIGKILL);
    if (takesPart)
        QTRY_COMPARE_WITH_TIMEOUT(run.all<MembershipChanged>().back().ranks, (Ranks{0, 1}), startLimit);
    else
        QTRY_VERIFY_WITH_TIMEOUT(saysSo(run, 0, "is gone again before its ranks took part"), startLimit);
    const std::int64_t step = lastStep(run, 0);
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > step + 3, startLimit);
    takeBack(run, 2, 0, {0, 1, 2});
    finish(run, 0);
}

// The others must not end by a comparison that it fails.
void RejoinTest::leavesOutAMachineWithOtherData()
{
    LoopbackRun run(2);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > 3, startLimit);
    lose(run, 1, 0);
    const std::string other = run.dataFolder() + "-other";
    writeTinyImages(other, {.seed = 8});
    auto launch = parseLaunchSpec(readTextFile(run.folder(1).launch()).value());
    QVERIFY(launch.has_value());
    std::get<ImageSpec>(launch->job.task).data.folder = other;
    QVERIFY(writeTextFile(run.folder(1).launch(), toJson(*launch)).has_value());
    QCOMPARE(run.rejoin(1).exitCode, 0);
    QTRY_VERIFY_WITH_TIMEOUT(saysSo(run, 0, "has other training samples than the rest of the run"), joinLimit);
    QTRY_VERIFY_WITH_TIMEOUT(statusIn(run.folder(1)).state == RunStatus::State::Finished, 20000);
    const std::int64_t step = lastStep(run, 0);
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > step + 3, startLimit);
    QVERIFY(comingsOf(run, 0).empty());
    finish(run, 0);
}

void RejoinTest::refuses()
{
    LoopbackRun run(2);
    setUp(run);
    run.job().memory.shard = MemorySpec::Shard::Always;
    run.job().checkpoint.everySteps = 2;
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(!run.all<CheckpointSaved>().empty(), startLimit);
    const auto living = run.rejoin(1);
    QVERIFY2(living.exitCode == 1 && living.errors.contains("has a living agent already"), living.errors);
    lose(run, 1, 0);
    const auto sharded = run.rejoin(1);
    QVERIFY2(sharded.exitCode == 1 && sharded.errors.contains("the optimizer state is sharded"), sharded.errors);
    QCOMPARE(runEngine({QStringLiteral("stop"), QStringLiteral("--now"), path(run.folder())}).exitCode, 0);
    QTRY_VERIFY_WITH_TIMEOUT(!run.all<RunFinished>().empty(), startLimit);
    QTRY_VERIFY_WITH_TIMEOUT(run.processes().empty(), 20000);
    const auto over = run.rejoin(1);
    QVERIFY2(over.exitCode == 1 && over.errors.contains("No other machine of this run answers"), over.errors);
}

QTEST_GUILESS_MAIN(RejoinTest)
#include "tst_rejoin.moc"
