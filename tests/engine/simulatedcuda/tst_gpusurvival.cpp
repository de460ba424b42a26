// A rank is lost while others compute on simulated GPUs, whose kernels wait for it without end. NCCL's calls have
// returned by then, so nothing but the abort tells the others that what their kernels leave is no sum.
#include "engine/exchange/peerlost.h"
#include "engine/tasks/registry.h"
#include "fates.h"
#include "gpudevices.h"
#include "survivedrun.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <QTest>

#include <cmath>
#include <future>
#include <map>
#include <thread>

using namespace motley;

namespace {

constexpr int ranks = 3;
constexpr std::int64_t lostIn = 5; // step
constexpr double rounding = 2e-4; // of sums in another order

const std::vector<Device> onlyGpus = gpus(ranks);
const std::vector<Device> someGpus{gpu(0), {}, gpu(1)}; // they sum on two levels

} // namespace

class GpuSurvivalTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void goesOnWithoutALostRank_data();
    void goesOnWithoutALostRank();
    void countsStatisticsOnce();
    void losesTheNextOneWhileItForms_data();
    void losesTheNextOneWhileItForms();
    void goesOnWithoutAnyGpu();
    void goesOnAloneOnItsGpu();
    void noticesALossInTheLastMessage();
    void goesOnWithAdasum_data();
    void goesOnWithAdasum();

private:
    JobSpec job() const { return survivalJob(m_runs); }
    QString wrongWith(const SurvivalRun &run, const std::set<int> &lost, int generation) const
    {
        return motley::wrongWith(run, m_undisturbed, {lost, generation, rounding});
    }

    ImageRuns m_runs;
    RunResult m_undisturbed; // on the processor
    std::int64_t m_report = 0; // bytes
};

void GpuSurvivalTest::initTestCase()
{
    qputenv("MOTLEY_SIMULATED_GPUS", "8,8,8,8");
    m_undisturbed = m_runs.run(job(), {job().batch});
    QVERIFY2(m_undisturbed.problem().isEmpty(), m_undisturbed.problem());
    m_report = reportBytes(ranks, std::int64_t(openTask(job()).value()->model().parameters().size()));
}

void GpuSurvivalTest::goesOnWithoutALostRank_data()
{
    QTest::addColumn<FateOf>("fate");
    QTest::addColumn<int>("victim");
    QTest::addColumn<std::vector<Device>>("devices");
    const auto row = [&](const std::string &name, int victim, const FateOf &fate) {
        QTest::addRow("%s", name.c_str()) << fate << victim << onlyGpus;
        QTest::addRow("%s, silently", name.c_str()) << silent(fate) << victim << onlyGpus;
        QTest::addRow("%s, beside a processor", name.c_str()) << fate << victim << someGpus;
    };
    const std::int64_t reportsBefore = (ranks - 1) * (lostIn - 1);
    row("in the rehearsal", 2, inRehearsal());
    row("in a pass", 2, inPass(lostIn));
    row("the first, in a pass", 0, inPass(lostIn));
    row("in the report", 2, inReport(m_report, reportsBefore, true));
    row("in a test", 1, inTest(1));
    row("the first, before a checkpoint", 0, whileSending(RankPhase::Saving, 1));
}

void GpuSurvivalTest::goesOnWithoutALostRank()
{
    QFETCH(FateOf, fate);
    QFETCH(int, victim);
    QFETCH(std::vector<Device>, devices);
    SurvivalRun run(job(), m_runs.freshFolder().toStdString(), ranks);
    run.on(devices);
    run.doom(victim, fate);
    run.run();
    QCOMPARE(wrongWith(run, {victim}, 2), QString());
}

// Batch normalisation sums on the GPUs in the middle of a pass; what an aborted sum leaves must not stay in the model.
void GpuSurvivalTest::countsStatisticsOnce()
{
    JobSpec job = this->job();
    networkOf(job) = {ImageModelSpec::Kind::ResNet18, 4};
    const RunResult undisturbed = m_runs.run(job, {job.batch});
    SurvivalRun run(job, m_runs.freshFolder().toStdString(), ranks);
    run.on(onlyGpus);
    run.doom(1, silent(inPass(lostIn)));
    run.run();
    QCOMPARE(motley::wrongWith(run, undisturbed, {{1}, 2, 0.02}), QString());
}

void GpuSurvivalTest::losesTheNextOneWhileItForms_data()
{
    QTest::addColumn<FateOf>("second");
    QTest::addRow("in the first sum") << inGeneration(2, 1);
    QTest::addRow("while the state is brought together, silently") << silent(inGeneration(2, 11));
}

void GpuSurvivalTest::losesTheNextOneWhileItForms()
{
    QFETCH(FateOf, second);
    SurvivalRun run(job(), m_runs.freshFolder().toStdString(), ranks + 1);
    run.on(gpus(ranks + 1));
    run.doom(ranks, inPass(lostIn));
    run.doom(1, second);
    run.run();
    QCOMPARE(wrongWith(run, {1, ranks}, 3), QString());
}

void GpuSurvivalTest::goesOnWithoutAnyGpu()
{
    SurvivalRun run(job(), m_runs.freshFolder().toStdString(), ranks);
    run.on({gpu(0), {}, {}});
    run.doom(0, inPass(lostIn));
    run.run();
    QCOMPARE(wrongWith(run, {0}, 2), QString());
}

void GpuSurvivalTest::goesOnAloneOnItsGpu()
{
    SurvivalRun run(job(), m_runs.freshFolder().toStdString(), ranks);
    run.on(someGpus);
    run.doom(1, inPass(lostIn)); // the only processor
    run.doom(2, inPass(lostIn + 3));
    run.run();
    QCOMPARE(wrongWith(run, {1, 2}, 3), QString());
}

// Nothing comes after it in a step that would say so, and the calls for it return at once.
void GpuSurvivalTest::noticesALossInTheLastMessage()
{
    bool isNoticed = false;
    std::promise<void> hasEnded;
    runAsRanks(
        2,
        [&](Group &group) {
            if (group.rank() == 1) {
                hasEnded.get_future().wait();
                return group.abort();
            }
            const std::jthread detector([&] {
                std::this_thread::sleep_for(std::chrono::milliseconds(200));
                group.abort();
            });
            const at::Tensor numbers = at::zeros({4}, at::Device(at::kCUDA, 0));
            try {
                group.communicate(numbers.device(), [&] { group.pointToPoint().exchange({}, {{1, numbers}}); });
            } catch (const PeerLost &) {
                isNoticed = true;
            }
            hasEnded.set_value();
        },
        gpus(2));
    QVERIFY(isNoticed);
}

void GpuSurvivalTest::goesOnWithAdasum_data()
{
    QTest::addColumn<FateOf>("fate");
    const std::int64_t reportsBefore = (ranks - 1) * (lostIn - 1);
    // By then the others have joined their changes of the step before, in which the lost one took part.
    QTest::addRow("in a pass, silently") << noticedLate(silent(inPass(lostIn)), std::chrono::seconds(1));
    QTest::addRow("in the report") << inReport(m_report, reportsBefore, true); // one has updated, and takes it back
}

// The curve depends on who combines, and not on what they compute with.
void GpuSurvivalTest::goesOnWithAdasum()
{
    QFETCH(FateOf, fate);
    JobSpec job = this->job();
    job.exchange.combine = ExchangeSpec::Combine::Adasum;
    std::map<bool, std::vector<double>> losses; // on GPUs?
    for (const std::vector<Device> &devices : {std::vector<Device>(ranks), onlyGpus}) {
        SurvivalRun run(job, m_runs.freshFolder().toStdString(), ranks);
        run.on(devices);
        run.doom(1, fate);
        run.run();
        QCOMPARE(stepsOf(run.all<StepDone>()), stepsOf(m_undisturbed.steps()));
        for (const int rank : {0, 2})
            QVERIFY(run.outcomes[std::size_t(rank)]);
        QVERIFY(run.all<Warning>().empty());
        for (const StepDone &done : run.all<StepDone>())
            losses[devices == onlyGpus].push_back(done.loss);
    }
    for (std::size_t i = 0; i < losses[false].size(); ++i)
        QVERIFY2(std::abs(losses[true][i] / losses[false][i] - 1) < rounding,
            qPrintable(QStringLiteral("step %1: %2 and %3").arg(i + 1).arg(losses[true][i]).arg(losses[false][i])));
}

QTEST_GUILESS_MAIN(GpuSurvivalTest)
#include "tst_gpusurvival.moc"
