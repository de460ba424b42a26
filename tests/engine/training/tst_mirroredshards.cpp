// A run whose optimizer state is sharded, with a mirror of each shard, loses ranks at each moment: no step is lost,
// repeated or said twice, and the curve stays that of the run that lost nobody and sharded nothing.
#include "engine/tasks/registry.h"
#include "fates.h"
#include "imageruns.h"
#include "survivedrun.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <QTest>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <set>

using namespace motley;

namespace {

constexpr int ranks = 3;
constexpr std::int64_t lostIn = 5; // step
constexpr std::int64_t peersBefore = (ranks - 1) * (lostIn - 1); // reports that a rank sends in the steps before
constexpr int gathersBefore = ranks * (lostIn - 1); // broadcasts of updated parameters in the steps before

FateOf countingBroadcasts(std::atomic<int> &count)
{
    return [&count](const RankActivity &activity) {
        Fate fate;
        fate.onBroadcast = [&] { count += activity.phase() == RankPhase::Training ? 1 : 0; };
        return fate;
    };
}

} // namespace

class MirroredShardsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void losesNoStep_data();
    void losesNoStep();
    void losesNoStepOfTwoRanks();
    void losesTheNextOneWhileItForms_data();
    void losesTheNextOneWhileItForms();
    void goesBackWhereBothHoldersAreLost_data();
    void goesBackWhereBothHoldersAreLost();
    void repairsItsConnections();
    void losesNoStepWithOtherOptimizers_data();
    void losesNoStepWithOtherOptimizers();

private:
    JobSpec job() const;

    ImageRuns m_runs;
    RunResult m_undisturbed;
    std::int64_t m_report = 0; // bytes
};

JobSpec MirroredShardsTest::job() const
{
    JobSpec job = survivalJob(m_runs);
    job.memory.shard = MemorySpec::Shard::Always;
    job.optimizer.averageDecay = 0.9;
    return job;
}

void MirroredShardsTest::initTestCase()
{
    JobSpec whole = job();
    whole.memory.shard = MemorySpec::Shard::Never;
    m_undisturbed = m_runs.run(whole, {whole.batch});
    QVERIFY2(m_undisturbed.problem().isEmpty(), m_undisturbed.problem());
    m_report = reportBytes(ranks, std::int64_t(openTask(whole).value()->model().parameters().size()));
}

void MirroredShardsTest::losesNoStep_data()
{
    QTest::addColumn<FateOf>("fate");
    QTest::addColumn<int>("victim");
    QTest::addColumn<int>("isInStep"); // lostIn: whether that step counts with its part; -1: it is lost in another one
    const auto row
        = [](const QString &name, const FateOf &fate, std::initializer_list<int> victims, int isInStep = -1) {
              for (const int victim : victims) {
                  QTest::addRow("rank %d %s", victim, qPrintable(name)) << fate << victim << isInStep;
                  QTest::addRow("rank %d %s, silently", victim, qPrintable(name)) << silent(fate) << victim << isInStep;
              }
          };
    row("in the first step", inPass(1), {2});
    row("in a pass", inPass(lostIn), {0, 1, 2}, 0);
    row("in the report, heard by the first of the others", inReport(m_report, peersBefore, true), {0, 1, 2});
    row("in the report, heard by the second of the others", inReport(m_report, peersBefore, false), {0, 1, 2});
    row("between report and update", inBroadcast(RankPhase::Training, gathersBefore + 1), {0, 1, 2}, 1);
    row("in the gather, after the first part", inBroadcast(RankPhase::Training, gathersBefore + 2), {0, 1, 2}, 1);
    row("in the gather, after the second part", inBroadcast(RankPhase::Training, gathersBefore + 3), {0, 1, 2}, 1);
    row("in the gather before a test", inBroadcast(RankPhase::Training, ranks * 9 + 2), {0, 1});
    row("in the gather before a checkpoint", inBroadcast(RankPhase::Training, ranks * 5 + 2), {0, 1});
    row("in the gather before the last step", inBroadcast(RankPhase::Training, ranks * (survivalSteps - 2) + 2),
        {0, 2});
    row("in a test", inTest(1), {1});
    row("before a checkpoint", whileSending(RankPhase::Saving, 1), {0, 1});
}

void MirroredShardsTest::losesNoStep()
{
    QFETCH(FateOf, fate);
    QFETCH(int, victim);
    QFETCH(int, isInStep);
    SurvivalRun run(job(), m_runs.freshFolder().toStdString(), ranks);
    std::array<std::atomic<int>, ranks> broadcasts{}; // by rank
    for (int rank = 0; rank < ranks; ++rank)
        run.doom(rank, countingBroadcasts(broadcasts[std::size_t(rank)]));
    // What the victim reported counts once another one has read it, and a notice before that ends the reading.
    const auto isHeard = [&] {
        return std::any_of(broadcasts.begin(), broadcasts.end(), [](int count) { return count > gathersBefore; });
    };
    run.doom(victim, isInStep == 1 ? noticedOnce(fate, isHeard) : fate);
    run.run();
    QCOMPARE(wrongWith(run, m_undisturbed, {{victim}, 2}), QString());
    if (isInStep < 0)
        return;
    std::set<int> trained; // in the step that it was lost in
    const StepDone step = run.all<StepDone>().at(std::size_t(lostIn - 1));
    for (const RankStep &rank : step.ranks)
        trained.insert(rank.rank);
    QCOMPARE(int(trained.contains(victim)), isInStep);
}

// The other one then holds all of the state.
void MirroredShardsTest::losesNoStepOfTwoRanks()
{
    for (const int victim : {0, 1}) {
        SurvivalRun run(job(), m_runs.freshFolder().toStdString(), 2);
        run.doom(victim, inPass(lostIn));
        run.run();
        QCOMPARE(wrongWith(run, m_undisturbed, {{victim}, 2}), QString());
    }
}

void MirroredShardsTest::losesTheNextOneWhileItForms_data()
{
    QTest::addColumn<int>("message");
    QTest::addColumn<bool>("inGather");
    for (const bool inGather : {false, true})
        for (const int message : {1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 34})
            QTest::addRow("message %d%s", message, inGather ? ", after a loss in the gather" : "")
                << message << inGather;
}

// Of four ranks two are lost, the second while the others bring the state together: each has another holder yet.
void MirroredShardsTest::losesTheNextOneWhileItForms()
{
    QFETCH(int, message);
    QFETCH(bool, inGather);
    SurvivalRun run(job(), m_runs.freshFolder().toStdString(), ranks + 1);
    run.doom(3, inGather ? inBroadcast(RankPhase::Training, (ranks + 1) * int(lostIn - 1) + 2) : inPass(lostIn));
    run.doom(1, inGeneration(2, message));
    run.run();
    const int generation = run.outcomes[1] ? 2 : 3;
    if (generation == 2) // it sends no such message until the end
        QSKIP("It does not send so many messages.");
    QCOMPARE(wrongWith(run, m_undisturbed, {{1, 3}, generation}), QString());
}

void MirroredShardsTest::goesBackWhereBothHoldersAreLost_data()
{
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("second");
    QTest::addRow("owner and mirror") << 1 << 2;
    QTest::addRow("with the first rank") << 0 << 1;
}

// The second one before the others have brought the state together.
void MirroredShardsTest::goesBackWhereBothHoldersAreLost()
{
    QFETCH(int, first);
    QFETCH(int, second);
    JobSpec job = this->job();
    job.checkpoint.async = false;
    SurvivalRun run(job, m_runs.freshFolder().toStdString(), ranks);
    run.doom(first, inPass(9));
    run.doom(second, inGeneration(2, 1));
    run.run();
    std::vector<std::int64_t> expected{1, 2, 3, 4, 5, 6, 7, 8};
    for (std::int64_t step = 7; step <= survivalSteps; ++step)
        expected.push_back(step);
    QCOMPARE(stepsOf(run.all<StepDone>()), expected);
    for (const StepDone &step : run.all<StepDone>())
        QVERIFY(std::abs(step.loss / m_undisturbed.steps()[std::size_t(step.step - 1)].loss - 1) < 1e-4);
    const auto warnings = run.all<Warning>();
    QCOMPARE(warnings.size(), std::size_t(1));
    QVERIFY2(warnings[0].message.find("goes back to the checkpoint of step 6") != std::string::npos,
        warnings[0].message.c_str());
}

// The same ranks form anew, as after connections that broke: all that was held is there, mirrored or not.
void MirroredShardsTest::repairsItsConnections()
{
    for (const bool mirror : {true, false}) {
        JobSpec job = this->job();
        job.memory.mirror = mirror;
        SurvivalRun run(job, m_runs.freshFolder().toStdString(), ranks);
        run.onEvent = [](SurvivalRun &self, const EventBody &event) {
            const auto *done = std::get_if<StepDone>(&event);
            if (done && done->step == lostIn)
                self.form({0, 1, 2});
        };
        run.run();
        QCOMPARE(wrongWith(run, m_undisturbed, {{}, 2}), QString());
    }
}

void MirroredShardsTest::losesNoStepWithOtherOptimizers_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("half");
    QTest::addRow("adamw with float16") << int(OptimizerSpec::Kind::AdamW) << true;
    QTest::addRow("lamb") << int(OptimizerSpec::Kind::Lamb) << false;
    QTest::addRow("adafactor") << int(OptimizerSpec::Kind::Adafactor) << false;
    QTest::addRow("muon") << int(OptimizerSpec::Kind::Muon) << false;
}

void MirroredShardsTest::losesNoStepWithOtherOptimizers()
{
    QFETCH(int, kind);
    QFETCH(bool, half);
    JobSpec job = this->job();
    job.optimizer = usualOptimizer(OptimizerSpec::Kind(kind));
    job.optimizer.averageDecay = 0.9;
    job.schedule.peak = 1e-3;
    if (half)
        job.precision = {PrecisionSpec::Kind::Float16, false, 1024};
    JobSpec whole = job;
    whole.memory.shard = MemorySpec::Shard::Never;
    const RunResult undisturbed = m_runs.run(whole, {whole.batch});
    QVERIFY2(undisturbed.problem().isEmpty(), undisturbed.problem());
    SurvivalRun run(job, m_runs.freshFolder().toStdString(), ranks);
    run.doom(1, inBroadcast(RankPhase::Training, gathersBefore + 2));
    run.run();
    QCOMPARE(wrongWith(run, undisturbed, {{1}, 2, half ? 2e-3 : 1e-4}), QString());
}

QTEST_GUILESS_MAIN(MirroredShardsTest)
#include "tst_mirroredshards.moc"
