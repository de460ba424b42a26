// A rank is lost at each moment of a run, and the others go on: no step is skipped, repeated or said twice, no sample
// is left out, and the curve stays that of the run that lost nobody.
#include "engine/tasks/registry.h"
#include "engine/tensorfiles/safetensors.h"
#include "fates.h"
#include "imageruns.h"
#include "survivedrun.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <QTest>

#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

using namespace motley;
using namespace std::chrono_literals;

namespace {

constexpr int ranks = 3;
constexpr std::int64_t lostIn = 5; // step
constexpr std::int64_t peersBefore = (ranks - 1) * (lostIn - 1); // reports that a rank sends in the steps before

constexpr std::size_t largestGrowth = 8 << 20; // bytes, in some eighty generations: allocators keep what they had

std::size_t residentBytes()
{
    std::ifstream counts("/proc/self/statm");
    std::size_t pages = 0;
    counts >> pages >> pages;
    return pages * std::size_t(sysconf(_SC_PAGESIZE));
}

std::size_t entriesOf(const char *folder)
{
    std::size_t entries = 0;
    for ([[maybe_unused]] const auto &entry : std::filesystem::directory_iterator(folder))
        ++entries;
    return entries;
}

} // namespace

class SurvivalTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void goesOnWithoutALostRank_data();
    void goesOnWithoutALostRank();
    void goesOnWhereTheFirstIsLost_data();
    void goesOnWhereTheFirstIsLost();
    void saysAgainWhatTheLogLacks_data();
    void saysAgainWhatTheLogLacks();
    void countsStatisticsOnce_data();
    void countsStatisticsOnce();
    void losesTheNextOneWhileItForms_data();
    void losesTheNextOneWhileItForms();
    void goesOnAlone();
    void goesBackWhereTheStateWasSharded_data();
    void goesBackWhereTheStateWasSharded();
    void goesOnWithAdasum_data();
    void goesOnWithAdasum();
    void leavesNothingBehind();
    void stopsBetweenGenerations();
    void endsWhereItIsLeftOut();
    void endsWhereItsAgentIsGone();

private:
    JobSpec job() const { return survivalJob(m_runs); }
    QString wrongWith(const SurvivalRun &run, const std::set<int> &lost, int generation, double most = 1e-4);

    ImageRuns m_runs;
    RunResult m_undisturbed;
    RunResult m_normalising; // over the batch
    std::int64_t m_report = 0; // bytes
};

void SurvivalTest::initTestCase()
{
    const JobSpec job = this->job();
    m_undisturbed = m_runs.run(job, {job.batch});
    QVERIFY2(m_undisturbed.problem().isEmpty(), m_undisturbed.problem());
    JobSpec normalising = job;
    networkOf(normalising) = {ImageModelSpec::Kind::ResNet18, 4};
    m_normalising = m_runs.run(normalising, {job.batch});
    QVERIFY2(m_normalising.problem().isEmpty(), m_normalising.problem());
    m_report = reportBytes(ranks, std::int64_t(openTask(job).value()->model().parameters().size()));
}

QString SurvivalTest::wrongWith(const SurvivalRun &run, const std::set<int> &lost, int generation, double most)
{
    return motley::wrongWith(run, most > 1e-3 ? m_normalising : m_undisturbed, {lost, generation, most});
}

void SurvivalTest::goesOnWithoutALostRank_data()
{
    QTest::addColumn<FateOf>("fate");
    QTest::addColumn<bool>("isSilent");
    const auto row = [&](const char *name, const FateOf &fate) {
        QTest::addRow("%s", name) << fate << false;
        QTest::addRow("%s, silently", name) << silent(fate) << true;
    };
    row("connecting", whileSending(RankPhase::Connecting, 1));
    row("in the rehearsal", inRehearsal());
    row("in the first step", inPass(1));
    row("in a pass", inPass(lostIn));
    row("in the report, heard by the first", inReport(m_report, peersBefore, true));
    row("in the report, heard by the second", inReport(m_report, peersBefore, false));
    row("in a test", inTest(1));
    row("in the sum of a test", whileSending(RankPhase::Testing, 1));
    row("before a checkpoint", whileSending(RankPhase::Saving, 1));
    row("in the comparison before a checkpoint", whileSending(RankPhase::Saving, 3));
}

void SurvivalTest::goesOnWithoutALostRank()
{
    QFETCH(FateOf, fate);
    SurvivalRun run(job(), m_runs.freshFolder().toStdString(), ranks);
    run.doom(ranks - 1, fate);
    run.run();
    QCOMPARE(wrongWith(run, {ranks - 1}, 2), QString());
}

void SurvivalTest::goesOnWhereTheFirstIsLost_data()
{
    QTest::addColumn<FateOf>("fate");
    QTest::addColumn<bool>("async");
    const auto row = [&](const char *name, const FateOf &fate, bool async = true) {
        QTest::addRow("%s%s", name, async ? "" : ", which training waits for") << fate << async;
    };
    row("connecting", whileSending(RankPhase::Connecting, 1));
    row("in the rehearsal", inRehearsal());
    row("in the first step", inPass(1));
    row("in a pass", inPass(lostIn));
    row("in a pass, silently", silent(inPass(lostIn)));
    row("in the report, heard by the second", inReport(m_report, peersBefore, true));
    row("in the report, heard by the third", inReport(m_report, peersBefore, false));
    row("before it says that the run starts", beforeStarting());
    row("before it says that a step is done", beforeSaying(lostIn));
    row("in a test", inTest(1));
    row("in the sum of a test", whileSending(RankPhase::Testing, 1));
    row("before a checkpoint", whileSending(RankPhase::Saving, 1));
    for (const bool async : {true, false}) {
        row("in the first file of a checkpoint", whileWriting(1), async);
        row("in the last file of a checkpoint", whileWriting(6), async);
        row("in a file of the next checkpoint", whileWriting(9), async);
    }
}

void SurvivalTest::goesOnWhereTheFirstIsLost()
{
    QFETCH(FateOf, fate);
    QFETCH(bool, async);
    JobSpec job = this->job();
    job.checkpoint.async = async;
    SurvivalRun run(job, m_runs.freshFolder().toStdString(), ranks);
    run.doom(0, fate);
    run.run();
    QCOMPARE(wrongWith(run, {0}, 2), QString());
}

void SurvivalTest::saysAgainWhatTheLogLacks_data()
{
    QTest::addColumn<int>("steps");
    for (const int steps : {1, 3, 7})
        QTest::addRow("%d", steps) << steps;
}

// As where the coordinating agent is lost together with the first rank, and the next one's log is some steps behind.
void SurvivalTest::saysAgainWhatTheLogLacks()
{
    QFETCH(int, steps);
    SurvivalRun run(job(), m_runs.freshFolder().toStdString(), ranks);
    run.lacking(std::size_t(steps));
    run.doom(0, inPass(9));
    run.run();
    QCOMPARE(wrongWith(run, {0}, 2), QString());
}

void SurvivalTest::countsStatisticsOnce_data()
{
    QTest::addColumn<FateOf>("fate");
    QTest::addRow("in a pass") << inPass(lostIn);
    QTest::addRow("in a pass, silently") << silent(inPass(lostIn));
    QTest::addRow("in a test") << inTest(1);
}

void SurvivalTest::countsStatisticsOnce()
{
    QFETCH(FateOf, fate);
    JobSpec job = this->job();
    networkOf(job) = {ImageModelSpec::Kind::ResNet18, 4};
    SurvivalRun run(job, m_runs.freshFolder().toStdString(), ranks);
    run.doom(1, fate);
    run.run();
    QCOMPARE(wrongWith(run, {1}, 2, 0.02), QString());
}

void SurvivalTest::losesTheNextOneWhileItForms_data()
{
    QTest::addColumn<FateOf>("second");
    QTest::addRow("who never comes") << noticedLate(inPass(lostIn), 700ms);
    QTest::addRow("in the first sum") << inGeneration(2, 1);
    QTest::addRow("in the first sum, silently") << silent(inGeneration(2, 1));
    QTest::addRow("in a later one") << inGeneration(2, 4);
    QTest::addRow("while the state is brought together") << inGeneration(2, 10);
    QTest::addRow("while the state is brought together, silently") << silent(inGeneration(2, 11));
}

void SurvivalTest::losesTheNextOneWhileItForms()
{
    QFETCH(FateOf, second);
    SurvivalRun run(job(), m_runs.freshFolder().toStdString(), ranks + 1);
    run.doom(ranks, inPass(lostIn));
    run.doom(1, second);
    run.run();
    QCOMPARE(wrongWith(run, {1, ranks}, 3), QString());
    const GenerationFormed formed = run.all<GenerationFormed>().back();
    QVERIFY2(formed.connectSeconds < 2, qPrintable(QString("%1 s").arg(formed.connectSeconds)));
}

void SurvivalTest::goesOnAlone()
{
    SurvivalRun run(job(), m_runs.freshFolder().toStdString(), ranks);
    run.doom(0, inPass(lostIn));
    run.doom(2, inPass(lostIn + 3));
    run.run();
    QCOMPARE(wrongWith(run, {0, 2}, 3), QString());
}

void SurvivalTest::goesBackWhereTheStateWasSharded_data()
{
    QTest::addColumn<int>("victim");
    QTest::addColumn<int>("ranksInAll");
    QTest::addRow("the first") << 0 << ranks;
    QTest::addRow("another one") << 1 << ranks;
    QTest::addRow("one of two") << 1 << 2;
}

// The part of a lost rank is nowhere else but in the checkpoint of step 6.
void SurvivalTest::goesBackWhereTheStateWasSharded()
{
    QFETCH(int, victim);
    QFETCH(int, ranksInAll);
    JobSpec job = this->job();
    job.memory.shard = MemorySpec::Shard::Always;
    job.memory.mirror = false;
    job.checkpoint.async = false;
    SurvivalRun run(job, m_runs.freshFolder().toStdString(), ranksInAll);
    run.doom(victim, inPass(9));
    run.run();
    const auto done = run.all<StepDone>();
    std::vector<std::int64_t> expected{1, 2, 3, 4, 5, 6, 7, 8};
    for (std::int64_t step = 7; step <= survivalSteps; ++step)
        expected.push_back(step);
    QCOMPARE(stepsOf(done), expected);
    const auto undisturbed = m_undisturbed.steps();
    for (const StepDone &step : done) {
        const StepDone &there = undisturbed[std::size_t(step.step - 1)];
        QCOMPARE(step.sampleHash, there.sampleHash);
        QVERIFY2(std::abs(step.loss / there.loss - 1) < 1e-4, qPrintable(QString("step %1").arg(step.step)));
    }
    QCOMPARE(run.all<RunStarted>().size(), std::size_t(1));
    const auto warnings = run.all<Warning>();
    QCOMPARE(warnings.size(), std::size_t(1));
    QVERIFY2(warnings[0].message.find("goes back to the checkpoint of step 6") != std::string::npos,
        warnings[0].message.c_str());
}

void SurvivalTest::goesOnWithAdasum_data()
{
    QTest::addColumn<FateOf>("fate");
    QTest::addRow("in a pass") << inPass(lostIn);
    QTest::addRow("in a pass, silently") << silent(inPass(lostIn));
    QTest::addRow("before a checkpoint") << whileSending(RankPhase::Saving, 1);
    for (const int message : {60, 61, 62, 63, 64, 65, 66})
        QTest::addRow("in message %d of the steps", message) << whileSending(RankPhase::Training, message);
}

// The curve depends on who combines; but no step is skipped or said twice, and all end alike.
void SurvivalTest::goesOnWithAdasum()
{
    QFETCH(FateOf, fate);
    JobSpec job = this->job();
    job.exchange.combine = ExchangeSpec::Combine::Adasum;
    const std::string folder = m_runs.freshFolder().toStdString();
    SurvivalRun run(job, folder, ranks);
    run.doom(1, fate);
    run.run();
    const auto done = run.all<StepDone>();
    QCOMPARE(stepsOf(done), stepsOf(m_undisturbed.steps()));
    for (const int rank : {0, 2})
        QVERIFY(run.outcomes[std::size_t(rank)]);
    QCOMPARE(stepsOf(run.all<CheckpointSaved>()), (std::vector<std::int64_t>{6, 12, 18, 20}));
    QVERIFY(run.all<Warning>().empty()); // that copies have drifted apart, for one
    QVERIFY(done.back().loss < done.front().loss);
    const auto optimizer = readSafetensors(folder + "/checkpoints/step-20/optimizer.safetensors");
    QVERIFY(optimizer.has_value());
    for (const char *group : {"", "group1/"})
        QCOMPARE(findTensor(*optimizer, std::string(group) + "steps")->item<double>(), double(survivalSteps));
}

// Of a hundred generations, each of the same two ranks, as after connections that broke.
void SurvivalTest::leavesNothingBehind()
{
    constexpr int generations = 102;
    constexpr std::size_t settled = 20; // generations until the allocator has what it takes
    JobSpec job = this->job();
    job.checkpoint.everySteps = 0;
    job.epochs = 40;
    SurvivalRun run(job, m_runs.freshFolder().toStdString(), 2);
    std::vector<std::size_t> descriptors;
    std::vector<std::size_t> threads;
    std::vector<std::size_t> memory;
    run.onEvent = [&](SurvivalRun &self, const EventBody &event) {
        if (const auto *formed = std::get_if<GenerationFormed>(&event); formed && formed->generation > 2) {
            descriptors.push_back(entriesOf("/proc/self/fd"));
            threads.push_back(entriesOf("/proc/self/task"));
            memory.push_back(residentBytes());
        }
        const auto *done = std::get_if<StepDone>(&event);
        if (done && done->step % 3 == 0 && done->step < 3 * generations)
            self.form({0, 1});
    };
    run.run();
    for (const auto &outcome : run.outcomes)
        QVERIFY2(outcome, outcome ? "" : outcome.error().message.c_str());
    const auto done = run.all<StepDone>();
    QCOMPARE(done.size(), std::size_t(400));
    for (std::size_t i = 0; i < done.size(); ++i)
        QCOMPARE(done[i].step, std::int64_t(i + 1));
    QVERIFY2(descriptors.size() >= 100, qPrintable(QString::number(descriptors.size())));
    const auto grown = [](const std::vector<std::size_t> &counts) { return int(counts.back()) - int(counts.front()); };
    QVERIFY2(grown(descriptors) <= 2, qPrintable(QString("%1 to %2").arg(descriptors.front()).arg(descriptors.back())));
    QVERIFY2(grown(threads) <= 2, qPrintable(QString("%1 to %2").arg(threads.front()).arg(threads.back())));
    qInfo("%zu bytes after %zu generations, %zu after the last", memory[settled], settled, memory.back());
    QVERIFY(memory.back() < memory[settled] + largestGrowth);
}

void SurvivalTest::stopsBetweenGenerations()
{
    SurvivalRun run(job(), m_runs.freshFolder().toStdString(), 2);
    run.telling(false);
    run.doom(1, [&run](const RankActivity &activity) {
        Fate fate = inPass(lostIn)(activity);
        fate.onPass = [&run, pass = fate.onPass](std::int64_t samples) {
            try {
                pass(samples);
            } catch (const Killed &) {
                run.requestStop();
                throw;
            }
        };
        return fate;
    });
    run.run();
    QVERIFY(run.outcomes[0]);
    QVERIFY(run.outcomes[0]->stopped);
    QCOMPARE(run.outcomes[0]->step, lostIn - 1);
}

void SurvivalTest::endsWhereItIsLeftOut()
{
    SurvivalRun run(job(), m_runs.freshFolder().toStdString(), ranks);
    run.onEvent = [](SurvivalRun &self, const EventBody &event) {
        const auto *done = std::get_if<StepDone>(&event);
        if (done && done->step == lostIn)
            self.form({0, 2});
    };
    run.run();
    QVERIFY(run.outcomes[1]);
    QVERIFY(run.outcomes[1]->stopped);
    const auto left = run.outcomes[1]->step; // it hears of the change before or after the report of the step
    QVERIFY2(left >= lostIn - 1 && left <= lostIn + 1, qPrintable(QString::number(left)));
    run.outcomes[1] = RankResult<WorkerOutcome>(fail("was left out"));
    QCOMPARE(wrongWith(run, {1}, 2), QString());
}

void SurvivalTest::endsWhereItsAgentIsGone()
{
    MembershipInbox inbox;
    const auto lifetime = inbox.lifetimeOf(1);
    QVERIFY(!lifetime.stop_requested());
    inbox.push(everyRankOf(Plan{{}, {}, {{"here", "127.0.0.1"}}, {{}, {}}}));
    QVERIFY(!lifetime.stop_requested()); // that is the present one
    inbox.close();
    QVERIFY(lifetime.stop_requested());
    QVERIFY(!inbox.next(1, [] { return false; }));
}

QTEST_GUILESS_MAIN(SurvivalTest)
#include "tst_survival.moc"
