// Too little memory makes a rank slower but does not change the result of a run.
#include "engine/device/devicememory.h"
#include "engine/models/layers/activationcheckpointing.h"
#include "engine/plan/memorymodel.h"
#include "engine/tasks/registry.h"
#include "engine/training/evaluation.h"
#include "engine/training/profiling/measurememory.h"
#include "engine/training/profiling/measurespeed.h"
#include "engine/training/step/sumthenupdate.h"
#include "fixturerun.h"
#include "idxfixture.h"
#include "memoryjob.h"
#include "taskdata.h"
#include "tests/fixtures/threadsasranks.h"

#include <torch/types.h>

#include <torch/csrc/distributed/c10d/HashStore.hpp>

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <future>

using namespace motley;

namespace {

constexpr std::int64_t roomy = 0; // no limit

bool contains(const std::string &text, const char *words)
{
    return text.find(words) != std::string::npos;
}

} // namespace

class MemoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup() { limitMemory(at::kCPU, roomy); }
    void goesOnWithFewerSamplesAtOnce_data();
    void goesOnWithFewerSamplesAtOnce();
    void recomputesWhereNotEvenOneSampleFits_data();
    void recomputesWhereNotEvenOneSampleFits();
    void measuresWhatRecomputingTakes();
    void measuresFewerSamplesWhereAStepTakesLong();
    void saysWhatDoesNotFit_data();
    void saysWhatDoesNotFit();
    void tellsTooLittleMemoryFromABadNetwork();
    void testsWithFewerSamplesAtOnce();
    void predictsThePeak_data();
    void predictsThePeak();

private:
    JobSpec job() const { return memoryJob(m_folder.path().toStdString()); }
    JobSpec deepJob();
    std::int64_t limitThatNeedsRecomputing(const JobSpec &job);
    std::string freshFolder() { return m_folder.filePath(QString("run-%1").arg(++m_runs)).toStdString(); }

    QTemporaryDir m_folder;
    int m_runs = 0;
};

void MemoryTest::initTestCase()
{
    writeImageData(m_folder.path(), 600, 60);
    countMemory(at::kCPU);
}

void MemoryTest::goesOnWithFewerSamplesAtOnce_data()
{
    QTest::addColumn<int>("shard");
    QTest::addRow("whole gradients") << int(MemorySpec::Shard::Never);
    QTest::addRow("in parts") << int(MemorySpec::Shard::Always);
}

void MemoryTest::goesOnWithFewerSamplesAtOnce()
{
    QFETCH(int, shard);
    const std::int64_t before = usedMemory(at::kCPU);
    restartPeak(at::kCPU);
    JobSpec job = this->job();
    job.memory.shard = MemorySpec::Shard(shard);
    const RunResult unlimited = runRanks({job, {32, 224}, freshFolder()});
    const auto expected = unlimited.steps();
    for (const auto &outcome : unlimited.outcomes)
        QVERIFY2(outcome, outcome ? "" : (outcome.error().message + outcome.error().detail).c_str());
    const std::int64_t needed = peakMemory(at::kCPU) - before;

    RunRequest request{job, {32, 224}, freshFolder()};
    request.memoryLimits = {roomy, usedMemory(at::kCPU) + needed * 45 / 100};
    const RunResult run = runRanks(request);
    for (auto outcome = run.outcomes.rbegin(); outcome != run.outcomes.rend(); ++outcome)
        QVERIFY2(*outcome, *outcome ? "" : (outcome->error().message + outcome->error().detail).c_str());
    const auto steps = run.steps();
    QCOMPARE(expected.size(), std::size_t(12));
    QCOMPARE(steps.size(), expected.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        QCOMPARE(steps[i].sampleHash, expected[i].sampleHash);
        QVERIFY(std::abs(steps[i].loss - expected[i].loss) < 1e-4 * expected[i].loss);
    }
    QVERIFY(run.warnings().empty()); // rank 0 has no limit
    QVERIFY(!run.otherWarnings.empty());
    const Warning &warning = run.otherWarnings.front();
    QCOMPARE(warning.machine, 0);
    QVERIFY2(contains(warning.message, "Rank 1 on here ran out of memory in step 1."), warning.message.c_str());
    QVERIFY2(contains(warning.message, "samples at once from now on"), warning.message.c_str());
}

// A model whose activations need more memory than all else, with one sample a pass.
JobSpec MemoryTest::deepJob()
{
    JobSpec job = makeTaskJob("language-model", freshFolder()).job;
    auto &model = std::get<LanguageModelSpec>(job.task).model;
    model.layers = 8;
    model.context = 128;
    job.maxSteps = 3;
    job.memory.microbatch = 1;
    return job;
}

// A memory limit between the needs of a one-sample pass with kept and with recomputed activations; 0: recomputing saves
// nothing.
std::int64_t MemoryTest::limitThatNeedsRecomputing(const JobSpec &job)
{
    const std::int64_t before = usedMemory(at::kCPU);
    std::vector<std::int64_t> needed;
    {
        const auto task = openTask(job);
        for (const bool recomputes : {false, true}) {
            recomputeActivations((*task)->model(), recomputes);
            const auto report = measureMemory(**task, job, 1, at::kCPU);
            needed.push_back(predictedPeak(*report, {1, true, false, 1}) - before);
        }
    }
    qInfo("one sample at once takes %.2f MiB, and %.2f MiB with recomputed activations", double(needed[0]) / (1 << 20),
        double(needed[1]) / (1 << 20));
    return needed[1] < needed[0] ? usedMemory(at::kCPU) + (needed[0] + needed[1]) / 2 : 0;
}

void MemoryTest::recomputesWhereNotEvenOneSampleFits_data()
{
    QTest::addColumn<int>("microbatch");
    QTest::addColumn<QByteArray>("words");
    QTest::addRow("one sample at once") << 1 << QByteArray("and recomputes activations from now on");
    QTest::addRow("as many as fit") << 0 << QByteArray("and recomputes activations and takes");
}

void MemoryTest::recomputesWhereNotEvenOneSampleFits()
{
    QFETCH(int, microbatch);
    QFETCH(QByteArray, words);
    JobSpec job = deepJob();
    const RunResult kept = runRanks({job, {job.batch}, freshFolder()});
    QVERIFY(kept.outcomes[0]);
    job.memory.microbatch = microbatch;
    RunRequest request{job, {job.batch}, freshFolder()};
    request.memoryLimits = {limitThatNeedsRecomputing(job)};
    const RunResult run = runRanks(request);
    QVERIFY2(run.outcomes[0], run.outcomes[0] ? "" : run.outcomes[0].error().message.c_str());
    QVERIFY(!run.warnings().empty());
    QVERIFY2(contains(run.warnings().front(), words), run.warnings().front().c_str());
    const auto expected = kept.steps();
    const auto steps = run.steps();
    QCOMPARE(steps.size(), std::size_t(3));
    QCOMPARE(expected.size(), steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i)
        QVERIFY(std::abs(steps[i].loss - expected[i].loss) <= (microbatch == 1 ? 0 : 1e-4) * expected[i].loss);

    request.job.memory.recompute = MemorySpec::Recompute::Never;
    request.folder = freshFolder();
    const RunResult failed = runRanks(request);
    QVERIFY(!failed.outcomes[0]);
    QVERIFY2(
        contains(failed.outcomes[0].error().message, "even one sample"), failed.outcomes[0].error().message.c_str());
}

void MemoryTest::measuresWhatRecomputingTakes()
{
    JobSpec job = deepJob();
    job.memory.microbatch = 0;
    const auto measured = measureSpeed(job, {}, {1}, {0.1});
    QVERIFY(measured);
    QVERIFY(!measured->recomputes);
    QVERIFY(measured->recomputed.has_value());
    QVERIFY(measured->recomputed->timesAsLong >= 1);
    const MemoryUse use{4, true, false, 1};
    QVERIFY(predictedPeak(measured->recomputed->memory, use) < predictedPeak(measured->memory, use));

    JobSpec small = job;
    small.memory.limitMiB = (limitThatNeedsRecomputing(job) + (1 << 19)) >> 20;
    const auto measuredSo = measureSpeed(small, {}, {1}, {0.1});
    QVERIFY2(measuredSo, measuredSo ? "" : measuredSo.error().message.c_str());
    QVERIFY(measuredSo->recomputes);
    QVERIFY(!measuredSo->recomputed);
    QVERIFY(isMeasured(measuredSo->memory));
    small.memory.recompute = MemorySpec::Recompute::Never;
    QVERIFY(!measureSpeed(small, {}, {1}, {0.1}));
    limitMemory(at::kCPU, roomy);
    QVERIFY(!measureSpeed(this->job(), {}, {1}, {0.1})->recomputed); // a model that cannot recompute
}

void MemoryTest::measuresFewerSamplesWhereAStepTakesLong()
{
    JobSpec job = deepJob();
    job.memory.microbatch = 0;
    const auto whole = measureSpeed(job, {}, {1}, {0.1, 60});
    QVERIFY(whole);
    QCOMPARE(whole->memory.passSamples, job.batch);
    const double step = whole->fixedSeconds + whole->secondsPerUnit * double(job.batch);
    const auto part = measureSpeed(job, {}, {1}, {0.1, step / 4});
    QVERIFY(part);
    QVERIFY(part->memory.passSamples < job.batch);
    QVERIFY(part->memory.passSamples >= 4);
    QVERIFY(part->memory.smallPassSamples < part->memory.passSamples);
    QCOMPARE(part->totalSteps, whole->totalSteps);

    const auto least = measureSpeed(job, {}, {1}, {0.1, step / double(1000 * job.batch)});
    QVERIFY(least);
    QCOMPARE(least->memory.passSamples, 2);
    QCOMPARE(least->memory.smallPassSamples, 1);
    QVERIFY(least->secondsPerUnit > 0);
    QVERIFY(least->recomputed.has_value());
    const MemoryUse use{job.batch, false, false, 1};
    const double ratio = double(predictedPeak(least->memory, use)) / double(predictedPeak(whole->memory, use));
    QVERIFY2(std::abs(ratio - 1) < 0.1, qPrintable(QString::number(ratio)));
}

void MemoryTest::saysWhatDoesNotFit_data()
{
    QTest::addColumn<bool>("wholeShare");
    QTest::addColumn<QByteArray>("words");
    QTest::addRow("one sample") << false << QByteArray("even one sample");
    QTest::addRow("a share that must be whole") << true << QByteArray("64 samples of its share");
}

void MemoryTest::saysWhatDoesNotFit()
{
    QFETCH(bool, wholeShare);
    QFETCH(QByteArray, words);
    const auto task = openTask(job());
    QVERIFY(task);
    Group group = Group::alone();
    DataLoader data((*task)->trainingSet(), {1, 64, {64}, 0, 1, 1});
    const auto ready = data.next();
    StepOptions options;
    options.wholeShareAtOnce = wholeShare;
    TrainingState state(**task, options);
    SumThenUpdate step(state, group);
    limitMemory(at::kCPU, usedMemory(at::kCPU) + 10'000); // less than the first layer's output for one sample
    const auto taken = step.run({*ready});
    QVERIFY(!taken);
    QVERIFY2(contains(taken.error().message, words), taken.error().message.c_str());
    QVERIFY2(contains(taken.error().detail, "limit of"), taken.error().detail.c_str());
}

void MemoryTest::tellsTooLittleMemoryFromABadNetwork()
{
    const auto store = c10::make_intrusive<c10d::HashStore>();
    Plan plan;
    plan.machines = {{"here", "127.0.0.1"}};
    plan.ranks.resize(2);
    const auto formed = [&](int rank, std::int64_t limit) {
        limitMemory(at::kCPU, limit);
        return Group::form(plan, rank, at::kCPU, store, std::chrono::seconds(20)).map([](const Group &) {});
    };
    auto roomyRank = std::async(std::launch::async, formed, 0, roomy);
    auto smallRank = std::async(std::launch::async, formed, 1, usedMemory(at::kCPU) + 10'000);
    const auto small = smallRank.get();
    const auto other = roomyRank.get();
    QVERIFY(!small);
    QVERIFY(!other);
    QVERIFY2(contains(small.error().message, "too little memory"), small.error().message.c_str());
    QVERIFY2(contains(other.error().message, "could not reach"), other.error().message.c_str());
}

void MemoryTest::testsWithFewerSamplesAtOnce()
{
    const auto task = openTask(job());
    QVERIFY(task);
    Group group = Group::alone();
    const std::int64_t before = usedMemory(at::kCPU);
    restartPeak(at::kCPU);
    const Evaluation expected = evaluateTask(**task, group, {64}, at::kCPU, {});
    const std::int64_t needed = peakMemory(at::kCPU) - before;
    limitMemory(at::kCPU, usedMemory(at::kCPU) + needed / 3);
    const Evaluation limited = evaluateTask(**task, group, {64}, at::kCPU, {});
    QVERIFY(std::abs(limited.loss - expected.loss) < 1e-5 * expected.loss);
    QCOMPARE(limited.metrics, expected.metrics);
}

void MemoryTest::predictsThePeak_data()
{
    QTest::addColumn<QString>("taskName");
    QTest::addColumn<int>("optimizer");
    QTest::addColumn<bool>("recomputes");
    const std::pair<const char *, OptimizerSpec::Kind> optimizers[]
        = {{"sgd", OptimizerSpec::Kind::Sgd}, {"adamw", OptimizerSpec::Kind::AdamW}};
    for (const char *task : {"", "bert-pretraining", "language-model"})
        for (const auto &[name, kind] : optimizers)
            for (const bool recomputes : {false, true})
                if (*task || !recomputes)
                    QTest::addRow(
                        "%s, %s%s", *task ? task : "small convolutional net", name, recomputes ? ", recomputing" : "")
                        << QString(task) << int(kind) << recomputes;
}

// Predicts passes of sizes that were not measured, as whole shares and as micro-batches.
void MemoryTest::predictsThePeak()
{
    QFETCH(QString, taskName);
    QFETCH(int, optimizer);
    QFETCH(bool, recomputes);
    JobSpec job = taskName.isEmpty()
        ? this->job()
        : makeTaskJob(taskName.toStdString(), m_folder.filePath(taskName).toStdString()).job;
    job.optimizer = usualOptimizer(OptimizerSpec::Kind(optimizer));
    const auto task = openTask(job);
    QVERIFY2(task, task ? "" : task.error().message.c_str());
    if (recomputes)
        recomputeActivations((*task)->model());
    const auto report = measureMemory(**task, job, 64, at::kCPU);
    QVERIFY(report);
    for (const std::int64_t atOnce : {56, 40})
        for (const bool accumulates : {false, true}) {
            StepOptions options{job.optimizer, 0, atOnce, {}, at::kCPU};
            options.measuresMemory = true;
            Group group = Group::alone();
            TrainingState state(**task, options);
            SumThenUpdate step(state, group);
            const std::int64_t batch = accumulates ? 2 * atOnce : atOnce;
            DataLoader data((*task)->trainingSet(), {1, batch, {batch}, 0, 1, 1});
            const auto ready = data.next();
            const auto taken = step.run({*ready});
            QVERIFY(taken);
            const double measured = double(std::max(taken->passPeakBytes, taken->updatePeakBytes));
            const double predicted = double(predictedPeak(*report, {atOnce, accumulates, false, 1}));
            qInfo("%d at once%s: predicted %.0f, measured %.0f", int(atOnce), accumulates ? ", twice" : "", predicted,
                measured);
            QVERIFY(std::abs(predicted - measured) < 0.1 * measured);
        }
}

QTEST_GUILESS_MAIN(MemoryTest)
#include "tst_memory.moc"
