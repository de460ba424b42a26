// A run depends on its job and seed and not on the split over ranks.
#include "fixturerun.h"
#include "idxfixture.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace motley;

class TestSplits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void givesTheLossesOfOneRank_data();
    void givesTheLossesOfOneRank();
    void hasTheGradientNormOfOneRank();
    void changesTheSharesAndNotTheCurve();
    void takesMicrobatchesWithoutADifference();
    void refusesMicrobatchesWhereTheBatchIsNormalised();
    void learnsATinySetByHeart();
    void stopsAllRanksAfterTheSameStep();

private:
    JobSpec job(ImageModelSpec::Kind model, OptimizerSpec::Kind optimizer) const;
    std::string freshFolder() { return m_folder.filePath(QString("run-%1").arg(++m_runs)).toStdString(); }

    QTemporaryDir m_folder;
    int m_runs = 0;
};

void TestSplits::initTestCase()
{
    writeImageData(m_folder.path(), 500, 60);
}

// 500 samples in batches of 32: each epoch ends with a short batch of 20, and 50 steps cross epochs.
JobSpec TestSplits::job(ImageModelSpec::Kind model, OptimizerSpec::Kind optimizer) const
{
    JobSpec job;
    job.name = "split";
    job.batch = 32;
    job.epochs = 4;
    job.maxSteps = 50;
    const int width = model == ImageModelSpec::Kind::ResNet18 ? 4 : 8;
    job.task = ImageSpec{{model, width}, {m_folder.path().toStdString(), true}};
    job.optimizer.kind = optimizer;
    job.optimizer.weightDecay = 1e-4;
    job.schedule.peak = optimizer == OptimizerSpec::Kind::AdamW ? 1e-3 : 0.02;
    if (model == ImageModelSpec::Kind::ResNet18)
        job.schedule.peak /= 40; // else one ReLU flipped by rounding shows in the third digit after 50 steps
    job.schedule.warmupSteps = 10;
    job.checkpoint.everySteps = 0;
    return job;
}

void TestSplits::givesTheLossesOfOneRank_data()
{
    QTest::addColumn<int>("model");
    QTest::addColumn<int>("optimizer");
    QTest::addColumn<QList<int>>("shares");
    const std::pair<const char *, ImageModelSpec::Kind> models[]
        = {{"cnn", ImageModelSpec::Kind::SmallCnn}, {"resnet", ImageModelSpec::Kind::ResNet18}};
    const std::pair<const char *, OptimizerSpec::Kind> optimizers[]
        = {{"sgd", OptimizerSpec::Kind::Sgd}, {"adamw", OptimizerSpec::Kind::AdamW}};
    const std::pair<const char *, QList<int>> splits[]
        = {{"3:1", {24, 8}}, {"5:2:1", {20, 8, 4}}, {"with a rank without samples", {20, 0, 12}}};
    for (const auto &[modelName, model] : models)
        for (const auto &[optimizerName, optimizer] : optimizers)
            for (const auto &[splitName, split] : splits)
                QTest::addRow("%s, %s, %s", modelName, optimizerName, splitName)
                    << int(model) << int(optimizer) << split;
}

void TestSplits::givesTheLossesOfOneRank()
{
    QFETCH(int, model);
    QFETCH(int, optimizer);
    QFETCH(QList<int>, shares);
    const JobSpec job = this->job(ImageModelSpec::Kind(model), OptimizerSpec::Kind(optimizer));
    static std::map<std::pair<int, int>, std::vector<StepDone>> alone; // one rank's steps, computed once per pair
    auto &expected = alone[{model, optimizer}];
    if (expected.empty())
        expected = runRanks({job, {job.batch}, freshFolder()}).steps();
    const RunResult run = runRanks({job, {shares.begin(), shares.end()}, freshFolder()});
    for (const auto &outcome : run.outcomes)
        QVERIFY2(outcome, outcome ? "" : (outcome.error().message + outcome.error().detail).c_str());
    const auto steps = run.steps();
    QCOMPARE(expected.size(), std::size_t(50));
    QCOMPARE(steps.size(), expected.size());
    double largest = 0;
    double largestSoon = 0; // in the first 10 steps, where a ReLU whose sign rounding flips changes little yet
    for (std::size_t i = 0; i < steps.size(); ++i) {
        QCOMPARE(steps[i].sampleHash, expected[i].sampleHash);
        QCOMPARE(steps[i].samples, expected[i].samples);
        largest = std::max(largest, std::abs(steps[i].loss - expected[i].loss) / expected[i].loss);
        if (i < 10)
            largestSoon = largest;
    }
    qInfo("largest relative difference %.2g, loss %.3f to %.3f", largest, steps.front().loss, steps.back().loss);
    QVERIFY(largestSoon < 1e-4);
    QVERIFY(largest < (ImageModelSpec::Kind(model) == ImageModelSpec::Kind::ResNet18 ? 2e-3 : 1e-4));
}

// The gradients of a network with batch normalisation are the most sensitive to rounded statistics.
void TestSplits::hasTheGradientNormOfOneRank()
{
    JobSpec job = this->job(ImageModelSpec::Kind::ResNet18, OptimizerSpec::Kind::Sgd);
    job.maxSteps = 1;
    std::get<ImageSpec>(job.task).model.width = 64;
    const double alone = runRanks({job, {32}, freshFolder()}).steps().at(0).gradientNorm;
    for (const std::vector<std::int64_t> &shares : {std::vector<std::int64_t>{20, 12}, {16, 16}, {20, 8, 4}}) {
        const double together = runRanks({job, shares, freshFolder()}).steps().at(0).gradientNorm;
        const double difference = std::abs(together - alone) / alone;
        QVERIFY2(difference < 1e-6, qPrintable(QString::number(difference)));
    }
}

// Two equal ranks with shares of 7:1, which is far from the fastest split, however loaded the computer is.
void TestSplits::changesTheSharesAndNotTheCurve()
{
    JobSpec job = this->job(ImageModelSpec::Kind::SmallCnn, OptimizerSpec::Kind::Sgd);
    job.task = ImageSpec{{ImageModelSpec::Kind::SmallCnn, 64}, {m_folder.path().toStdString(), true}};
    job.epochs = 12;
    job.schedule.peak /= 40; // as above: this network has ten times as many ReLUs
    job.maxSteps = 100;
    const auto expected = runRanks({job, {32}, freshFolder()}).steps();
    RunRequest request{job, {28, 4}, freshFolder()};
    request.rule = ShareRule::Even;
    request.perSample = std::chrono::milliseconds(2);
    const RunResult run = runRanks(request);
    const auto steps = run.steps();
    const auto changes = run.changes();
    QCOMPARE(steps.size(), expected.size());
    QVERIFY(!changes.empty());
    const SharesChanged &first = changes.front();
    QVERIFY(first.shares[0] < 28);
    QVERIFY(first.shares[0] + first.shares[1] == 32);
    QVERIFY(first.secondsAfter < first.secondsBefore);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const StepDone &step = steps[i];
        QCOMPARE(step.sampleHash, expected[i].sampleHash);
        QVERIFY(std::abs(step.loss - expected[i].loss) < 1e-4 * expected[i].loss);
        if (step.samples == 32 && step.step < first.step)
            QCOMPARE(step.ranks[0].samples, 28);
        if (step.samples == 32 && step.step == first.step)
            QCOMPARE(step.ranks[0].samples, first.shares[0]);
    }
    const double evenness = double(steps.back().ranks[0].samples) / double(steps.back().samples);
    qInfo("%d changes, rank 0 has %.0f %% at last", int(changes.size()), 100 * evenness);
}

void TestSplits::takesMicrobatchesWithoutADifference()
{
    const JobSpec job = this->job(ImageModelSpec::Kind::SmallCnn, OptimizerSpec::Kind::Sgd);
    const auto whole = runRanks({job, {32}, freshFolder()}).steps();
    const auto parts = runRanks({job, {24, 8}, freshFolder(), {}, 5}).steps();
    QCOMPARE(parts.size(), whole.size());
    for (std::size_t i = 0; i < whole.size(); ++i)
        QVERIFY(std::abs(parts[i].loss - whole[i].loss) < 1e-4 * whole[i].loss);
}

void TestSplits::refusesMicrobatchesWhereTheBatchIsNormalised()
{
    const JobSpec job = this->job(ImageModelSpec::Kind::ResNet18, OptimizerSpec::Kind::Sgd);
    const RunResult run = runRanks({job, {24, 8}, freshFolder(), {}, 5});
    QVERIFY(!run.outcomes[0]);
    QVERIFY(run.outcomes[0].error().message.find("micro-batches") != std::string::npos);
}

void TestSplits::learnsATinySetByHeart()
{
    JobSpec job = this->job(ImageModelSpec::Kind::SmallCnn, OptimizerSpec::Kind::AdamW);
    job.epochs = 40;
    job.maxSteps = 300;
    std::get<ImageSpec>(job.task).data.augment = false;
    const RunResult run = runRanks({job, {20, 12}, freshFolder()});
    const auto steps = run.steps();
    QCOMPARE(steps.size(), std::size_t(300));
    QVERIFY2(steps.back().loss < 0.05, qPrintable(QString::number(steps.back().loss)));
    QVERIFY(run.lastEvaluation()->metrics.at(0).value > 0.9);
}

void TestSplits::stopsAllRanksAfterTheSameStep()
{
    const JobSpec job = this->job(ImageModelSpec::Kind::SmallCnn, OptimizerSpec::Kind::Sgd);
    const std::string folder = freshFolder();
    const RunResult run = runRanks({job, {16, 8, 8}, folder, {}, 0, 7});
    for (const auto &outcome : run.outcomes) {
        QVERIFY(outcome);
        QVERIFY(outcome->stopped);
        QCOMPARE(outcome->step, run.outcomes[0]->step);
    }
    QCOMPARE(run.checkpoints().back().step, run.outcomes[0]->step);
}

QTEST_GUILESS_MAIN(TestSplits)
#include "tst_splits.moc"
