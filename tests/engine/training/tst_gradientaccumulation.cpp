// A job's settings for the passes of a step: precision, micro-batches, clipping, recomputation.
#include "imageruns.h"
#include "taskdata.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace motley;

class TestGradientAccumulation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void learnsInLowPrecisionOnAnySplit_data();
    void learnsInLowPrecisionOnAnySplit();
    void leavesOutStepsWhoseGradientsOverflow();
    void goesOnScalingAfterAResume();
    void takesTheJobsMicrobatches();
    void clipsWithoutADifferenceBetweenSplits();
    void recomputesWithoutADifference_data();
    void recomputesWithoutADifference();
    void refusesToRecomputeWhereAModelCannot();

private:
    ImageRuns m_runs;
};

void TestGradientAccumulation::learnsInLowPrecisionOnAnySplit_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("model");
    for (const auto &[name, kind] :
        {std::pair("bfloat16", PrecisionSpec::Kind::BFloat16), std::pair("float16", PrecisionSpec::Kind::Float16)}) {
        QTest::addRow("%s, cnn", name) << int(kind) << int(ImageModelSpec::Kind::SmallCnn);
        QTest::addRow("%s, resnet", name) << int(kind) << int(ImageModelSpec::Kind::ResNet18);
    }
}

// Splits agree as closely as bfloat16 and float16 allow, with 8 and 11 significant bits.
void TestGradientAccumulation::learnsInLowPrecisionOnAnySplit()
{
    QFETCH(int, kind);
    QFETCH(int, model);
    JobSpec job = m_runs.job();
    networkOf(job).kind = ImageModelSpec::Kind(model);
    job.maxSteps = 25;
    const RunResult exact = m_runs.run(job, {32});
    job.precision.kind = PrecisionSpec::Kind(kind);
    const RunResult alone = m_runs.run(job, {32});
    const RunResult two = m_runs.run(job, {24, 8});
    const RunResult three = m_runs.run(job, {20, 8, 4});
    for (const RunResult *run : {&alone, &two, &three})
        QVERIFY2(run->outcomes[0], run->problem().constData());
    const double splits = std::max(largestDifference(alone, two), largestDifference(alone, three));
    qInfo("splits differ by %.2g, float32 by %.2g, loss %.3f to %.3f", splits, largestDifference(exact, alone),
        alone.steps().front().loss, alone.steps().back().loss);
    // Batch normalisation amplifies rounding.
    const double most = ImageModelSpec::Kind(model) == ImageModelSpec::Kind::ResNet18 ? 0.1 : 0.02;
    QVERIFY(splits < most);
    QVERIFY(largestDifference(exact, alone) > 0); // the lower precision is really used
    const auto steps = alone.steps();
    const bool skipped = std::any_of(steps.begin(), steps.end(), [](const StepDone &step) { return step.skipped; });
    if (skipped) // skipped steps leave later steps behind those in float32
        QVERIFY(std::abs(steps.front().loss - exact.steps().front().loss) < most * exact.steps().front().loss);
    else
        QVERIFY(largestDifference(exact, alone) < most);
    QCOMPARE(alone.steps().front().lossScale.has_value(), job.precision.kind == PrecisionSpec::Kind::Float16);
}

void TestGradientAccumulation::leavesOutStepsWhoseGradientsOverflow()
{
    JobSpec job = m_runs.job();
    job.precision = {PrecisionSpec::Kind::Float16, false, 16777216};
    job.maxSteps = 20;
    const RunResult alone = m_runs.run(job, {32});
    const RunResult split = m_runs.run(job, {20, 8, 4});
    QVERIFY2(alone.outcomes[0], alone.problem().constData());
    const auto steps = alone.steps();
    QVERIFY(steps.front().skipped);
    QVERIFY(!steps.back().skipped);
    QVERIFY(*steps.back().lossScale < 16777216);
    for (std::size_t i = 0; i + 1 < steps.size(); ++i)
        QCOMPARE(*steps[i + 1].lossScale, *steps[i].lossScale / (steps[i].skipped ? 2 : 1));
    // The gradients of a smaller share overflow at a larger scale, so another split may skip fewer steps.
    QVERIFY2(split.outcomes[0], split.problem().constData());
    QVERIFY(split.steps().front().skipped);
    QVERIFY(!split.steps().back().skipped);
    QVERIFY(std::abs(std::log2(*split.steps().back().lossScale / *steps.back().lossScale)) <= 3);
    QVERIFY(largestDifference(alone, split) < 0.2);
}

void TestGradientAccumulation::goesOnScalingAfterAResume()
{
    JobSpec job = m_runs.job();
    job.precision = {PrecisionSpec::Kind::Float16, false, 16777216};
    job.maxSteps = 20;
    job.checkpoint.everySteps = 12;
    const QString first = m_runs.freshFolder();
    const RunResult whole = runRanks({job, {24, 8}, first.toStdString()});
    const RunResult rest
        = runRanks({job, {24, 8}, m_runs.freshFolder().toStdString(), (first + "/checkpoints/step-12").toStdString()});
    QVERIFY2(rest.outcomes[0], rest.problem().constData());
    for (std::size_t i = 0; i < rest.steps().size(); ++i) {
        QCOMPARE(rest.steps()[i].loss, whole.steps()[12 + i].loss);
        QCOMPARE(rest.steps()[i].lossScale, whole.steps()[12 + i].lossScale);
    }
}

void TestGradientAccumulation::takesTheJobsMicrobatches()
{
    JobSpec job = m_runs.job();
    job.maxSteps = 15;
    const RunResult whole = m_runs.run(job, {32});
    job.memory.microbatch = 5;
    QVERIFY(largestDifference(whole, m_runs.run(job, {32})) < 1e-4);
    QVERIFY(largestDifference(whole, m_runs.run(job, {20, 8, 4})) < 1e-4);
    networkOf(job).kind = ImageModelSpec::Kind::ResNet18; // normalises over the whole batch
    QVERIFY(m_runs.run(job, {32}).problem().contains("micro-batches"));
}

void TestGradientAccumulation::clipsWithoutADifferenceBetweenSplits()
{
    JobSpec job = m_runs.job();
    job.maxSteps = 15;
    job.optimizer = {};
    job.optimizer.momentum = 0;
    job.schedule = {ScheduleSpec::Kind::Constant, 1.0, {}};
    const RunResult free = m_runs.run(job, {32});
    job.clipNorm = 0.05;
    const RunResult clipped = m_runs.run(job, {32});
    QVERIFY(clipped.steps().front().gradientNorm > job.clipNorm); // the gradient is really clipped
    QVERIFY(largestDifference(free, clipped) > 0.01);
    QVERIFY(largestDifference(clipped, m_runs.run(job, {24, 8})) < 1e-4);
    job.clipNorm = 0;
    job.optimizer.clipValue = 0.002;
    const RunResult bounded = m_runs.run(job, {32});
    QVERIFY(largestDifference(free, bounded) > 0.01);
    QVERIFY(largestDifference(bounded, m_runs.run(job, {20, 8, 4})) < 1e-4);
}

void TestGradientAccumulation::recomputesWithoutADifference_data()
{
    QTest::addColumn<QString>("task");
    QTest::addColumn<bool>("low");
    for (const char *task : {"bert-pretraining", "language-model", "translation"}) {
        QTest::addRow("%s", task) << task << false;
        QTest::addRow("%s, bfloat16", task) << task << true;
    }
}

void TestGradientAccumulation::recomputesWithoutADifference()
{
    QFETCH(QString, task);
    QFETCH(bool, low);
    JobSpec job = makeTaskJob(task.toStdString(), m_runs.freshFolder().toStdString()).job;
    job.maxSteps = 5;
    job.precision.kind = low ? PrecisionSpec::Kind::BFloat16 : PrecisionSpec::Kind::Float32;
    const std::int64_t small = job.batch / 4;
    const std::vector<std::int64_t> shares{job.batch - small, small};
    const RunResult kept = m_runs.run(job, shares);
    QVERIFY2(kept.outcomes[0], kept.problem().constData());
    const RunResult mixed = runRanks(
        {.job = job, .shares = shares, .folder = m_runs.freshFolder().toStdString(), .recomputing = {false, true}});
    QVERIFY2(mixed.outcomes[0], mixed.problem().constData());
    QVERIFY2(mixed.outcomes[1], mixed.problem().constData());
    QCOMPARE(largestDifference(kept, mixed), 0.0);
    job.memory.recompute = MemorySpec::Recompute::Always;
    const RunResult again = m_runs.run(job, shares);
    QVERIFY2(again.outcomes[0], again.problem().constData());
    QCOMPARE(largestDifference(kept, again), 0.0);
}

void TestGradientAccumulation::refusesToRecomputeWhereAModelCannot()
{
    JobSpec job = m_runs.job();
    job.memory.recompute = MemorySpec::Recompute::Always;
    QVERIFY(m_runs.run(job, {32}).problem().contains("memory.recompute"));
}

QTEST_GUILESS_MAIN(TestGradientAccumulation)
#include "tst_gradientaccumulation.moc"
