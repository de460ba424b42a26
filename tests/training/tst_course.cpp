// What a job says about the course of a run: precision, micro-batches, early ends, what is kept, where it begins.
#include "fixturerun.h"
#include "idxfixture.h"
#include "taskdata.h"

#include "engine/protocol/continuefiles.h"
#include "engine/training/evaluate.h"

#include "engine/models/bertnames.h"
#include "engine/models/safetensors.h"
#include "engine/models/torchfile.h"

#include <torch/types.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace motley;

class TestCourse : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void learnsInLowPrecisionOnAnySplit_data();
    void learnsInLowPrecisionOnAnySplit();
    void leavesOutStepsWhoseGradientsOverflow();
    void goesOnScalingAfterAResume();
    void takesTheJobsMicrobatches();
    void clipsWithoutADifferenceBetweenSplits();
    void testsAndSavesTheAverage();
    void endsWhenTestsNoLongerGain();
    void endsWhenTheRateIsLow();
    void takesTheBatchesOfHetSeqOnAnySplit();
    void takesLargerBatchesInLaterEpochs();
    void keepsTheBestCheckpoint();
    void continuesWithOtherSettingsOnOtherMachines();
    void continuesAtAnEpochWhereSamplesComeOtherwise();
    void beginsTheOptimizerAnewWhereItIsAnother();
    void beginsWithWeights_data();
    void beginsWithWeights();
    void refusesWhatItCannotContinue_data();
    void refusesWhatItCannotContinue();
    void beginsWithTheWeightsOfHetSeq();
    void recomputesWithoutADifference_data();
    void recomputesWithoutADifference();
    void refusesToRecomputeWhereAModelCannot();

private:
    JobSpec job() const;
    QString freshFolder() { return m_folder.filePath(QString("run-%1").arg(++m_runs)); }
    RunResult run(const JobSpec &job, const std::vector<std::int64_t> &shares);

    QTemporaryDir m_folder;
    int m_runs = 0;
};

namespace {

ImageModelSpec &networkOf(JobSpec &job)
{
    return std::get<ImageSpec>(job.task).model;
}

double largestDifference(const RunResult &a, const RunResult &b)
{
    double largest = 0;
    const auto left = a.steps();
    const auto right = b.steps();
    if (left.empty() || left.size() != right.size())
        return INFINITY;
    for (std::size_t i = 0; i < left.size(); ++i)
        largest = std::max(largest, std::abs(left[i].loss - right[i].loss) / left[i].loss);
    return largest;
}

bool says(const RunResult &run, const char *words)
{
    const auto warnings = run.warnings();
    return std::any_of(warnings.begin(), warnings.end(),
        [&](const std::string &warning) { return warning.find(words) != std::string::npos; });
}

QByteArray problemOf(const RunResult &run)
{
    return run.outcomes[0] ? QByteArray() : QByteArray::fromStdString(run.outcomes[0].error().message);
}

} // namespace

void TestCourse::initTestCase()
{
    writeImageData(m_folder.path(), 320, 80);
}

// 10 steps an epoch.
JobSpec TestCourse::job() const
{
    JobSpec job;
    job.name = "course";
    job.batch = 32;
    job.epochs = 4;
    job.task = ImageSpec{{ImageModelSpec::Kind::SmallCnn, 4}, {m_folder.path().toStdString(), true}};
    job.optimizer = usualOptimizer(OptimizerSpec::Kind::AdamW);
    job.schedule.peak = 2e-3;
    job.checkpoint.everySteps = 0;
    return job;
}

RunResult TestCourse::run(const JobSpec &job, const std::vector<std::int64_t> &shares)
{
    return runRanks({job, shares, freshFolder().toStdString()});
}

void TestCourse::learnsInLowPrecisionOnAnySplit_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("model");
    for (const auto &[name, kind] :
        {std::pair("bfloat16", PrecisionSpec::Kind::BFloat16), std::pair("float16", PrecisionSpec::Kind::Float16)}) {
        QTest::addRow("%s, cnn", name) << int(kind) << int(ImageModelSpec::Kind::SmallCnn);
        QTest::addRow("%s, resnet", name) << int(kind) << int(ImageModelSpec::Kind::ResNet18);
    }
}

// The promise holds as far as the numbers do: 8 and 11 significant bits.
void TestCourse::learnsInLowPrecisionOnAnySplit()
{
    QFETCH(int, kind);
    QFETCH(int, model);
    JobSpec job = this->job();
    networkOf(job).kind = ImageModelSpec::Kind(model);
    job.maxSteps = 25;
    const RunResult exact = run(job, {32});
    job.precision.kind = PrecisionSpec::Kind(kind);
    const RunResult alone = run(job, {32});
    const RunResult two = run(job, {24, 8});
    const RunResult three = run(job, {20, 8, 4});
    for (const RunResult *run : {&alone, &two, &three})
        QVERIFY2(run->outcomes[0], problemOf(*run).constData());
    const double splits = std::max(largestDifference(alone, two), largestDifference(alone, three));
    qInfo("splits differ by %.2g, float32 by %.2g, loss %.3f to %.3f", splits, largestDifference(exact, alone),
        alone.steps().front().loss, alone.steps().back().loss);
    // Statistics over the batch make more of a rounding.
    const double most = ImageModelSpec::Kind(model) == ImageModelSpec::Kind::ResNet18 ? 0.1 : 0.02;
    QVERIFY(splits < most);
    QVERIFY(largestDifference(exact, alone) > 0); // it is another precision indeed
    const auto steps = alone.steps();
    const bool skipped = std::any_of(steps.begin(), steps.end(), [](const StepDone &step) { return step.skipped; });
    if (skipped) // later steps are behind those in 32 bits
        QVERIFY(std::abs(steps.front().loss - exact.steps().front().loss) < most * exact.steps().front().loss);
    else
        QVERIFY(largestDifference(exact, alone) < most);
    QCOMPARE(alone.steps().front().lossScale.has_value(), job.precision.kind == PrecisionSpec::Kind::Float16);
}

void TestCourse::leavesOutStepsWhoseGradientsOverflow()
{
    JobSpec job = this->job();
    job.precision = {PrecisionSpec::Kind::Float16, false, 16777216};
    job.maxSteps = 20;
    const RunResult alone = run(job, {32});
    const RunResult split = run(job, {20, 8, 4});
    QVERIFY2(alone.outcomes[0], problemOf(alone).constData());
    const auto steps = alone.steps();
    QVERIFY(steps.front().skipped);
    QVERIFY(!steps.back().skipped);
    QVERIFY(*steps.back().lossScale < 16777216);
    for (std::size_t i = 0; i + 1 < steps.size(); ++i)
        QCOMPARE(*steps[i + 1].lossScale, *steps[i].lossScale / (steps[i].skipped ? 2 : 1));
    // Sums of a smaller share overflow later, so that another split may leave out fewer steps.
    QVERIFY2(split.outcomes[0], problemOf(split).constData());
    QVERIFY(split.steps().front().skipped && !split.steps().back().skipped);
    QVERIFY(std::abs(std::log2(*split.steps().back().lossScale / *steps.back().lossScale)) <= 3);
    QVERIFY(largestDifference(alone, split) < 0.2);
}

void TestCourse::goesOnScalingAfterAResume()
{
    JobSpec job = this->job();
    job.precision = {PrecisionSpec::Kind::Float16, false, 16777216};
    job.maxSteps = 20;
    job.checkpoint.everySteps = 12;
    const QString first = freshFolder();
    const RunResult whole = runRanks({job, {24, 8}, first.toStdString()});
    const RunResult rest
        = runRanks({job, {24, 8}, freshFolder().toStdString(), (first + "/checkpoints/step-12").toStdString()});
    QVERIFY2(rest.outcomes[0], problemOf(rest).constData());
    for (std::size_t i = 0; i < rest.steps().size(); ++i) {
        QCOMPARE(rest.steps()[i].loss, whole.steps()[12 + i].loss);
        QCOMPARE(rest.steps()[i].lossScale, whole.steps()[12 + i].lossScale);
    }
}

void TestCourse::takesTheJobsMicrobatches()
{
    JobSpec job = this->job();
    job.maxSteps = 15;
    const RunResult whole = run(job, {32});
    job.memory.microbatch = 5;
    QVERIFY(largestDifference(whole, run(job, {32})) < 1e-4);
    QVERIFY(largestDifference(whole, run(job, {20, 8, 4})) < 1e-4);
    networkOf(job).kind = ImageModelSpec::Kind::ResNet18; // normalises over the whole batch
    QVERIFY(problemOf(run(job, {32})).contains("micro-batches"));
}

void TestCourse::clipsWithoutADifferenceBetweenSplits()
{
    JobSpec job = this->job();
    job.maxSteps = 15;
    job.optimizer = {};
    job.optimizer.momentum = 0;
    job.schedule = {ScheduleSpec::Kind::Constant, 1.0, {}};
    const RunResult free = run(job, {32});
    job.clipNorm = 0.05;
    const RunResult clipped = run(job, {32});
    QVERIFY(clipped.steps().front().gradientNorm > job.clipNorm); // it has something to do
    QVERIFY(largestDifference(free, clipped) > 0.01);
    QVERIFY(largestDifference(clipped, run(job, {24, 8})) < 1e-4);
    job.clipNorm = 0;
    job.optimizer.clipValue = 0.002;
    const RunResult bounded = run(job, {32});
    QVERIFY(largestDifference(free, bounded) > 0.01);
    QVERIFY(largestDifference(bounded, run(job, {20, 8, 4})) < 1e-4);
}

void TestCourse::testsAndSavesTheAverage()
{
    JobSpec job = this->job();
    job.optimizer.averageDecay = 0.98;
    const QString folder = freshFolder();
    const RunResult averaged = runRanks({job, {24, 8}, folder.toStdString()});
    QVERIFY2(averaged.outcomes[0], problemOf(averaged).constData());
    job.optimizer.averageDecay = 0;
    const QString plainFolder = freshFolder();
    const RunResult plain = runRanks({job, {24, 8}, plainFolder.toStdString()});
    QCOMPARE(largestDifference(averaged, plain), 0.0); // training itself does not see it
    QVERIFY(averaged.lastEvaluation()->loss != plain.lastEvaluation()->loss);
    const auto again = evaluateModel({(folder + "/model").toStdString(), m_folder.path().toStdString(), {}}, {}, 1);
    QVERIFY(again);
    QVERIFY(std::abs(again->loss - averaged.lastEvaluation()->loss) < 1e-5);
    const auto unaveraged = readSafetensors((folder + "/model/unaveraged.safetensors").toStdString());
    const auto last = readSafetensors((plainFolder + "/model/model.safetensors").toStdString());
    QVERIFY(unaveraged && last);
    for (std::size_t i = 0; i < last->size(); ++i)
        QVERIFY(at::equal((*unaveraged)[i].tensor, (*last)[i].tensor));
    QVERIFY(!QFile::exists(plainFolder + "/model/unaveraged.safetensors"));
}

void TestCourse::endsWhenTestsNoLongerGain()
{
    JobSpec job = this->job();
    job.epochs = 30;
    job.schedule = {ScheduleSpec::Kind::Constant, 1e-9, {}}; // nothing is learnt
    job.stopping = {2, 0.001};
    const QString folder = freshFolder();
    const RunResult alone = runRanks({job, {32}, folder.toStdString()});
    QVERIFY2(alone.outcomes[0], problemOf(alone).constData());
    QVERIFY(!alone.outcomes[0]->stopped);
    QCOMPARE(alone.steps().size(), std::size_t(30)); // the best test, and two that are not better
    QVERIFY(says(alone, "no better than that of step 10"));
    const RunResult split = run(job, {24, 8});
    QCOMPARE(split.outcomes[1]->step, 30);
    const RunResult resumed
        = runRanks({job, {24, 8}, freshFolder().toStdString(), (folder + "/checkpoints").toStdString()});
    QVERIFY2(resumed.outcomes[1], problemOf(resumed).constData());
    QCOMPARE(resumed.steps().size(), std::size_t(0)); // it remembers
    job.stopping.patience = 0;
    job.epochs = 5;
    QCOMPARE(run(job, {32}).steps().size(), std::size_t(50));
}

void TestCourse::endsWhenTheRateIsLow()
{
    JobSpec job = this->job();
    job.epochs = 10;
    job.schedule = {ScheduleSpec::Kind::Linear, 0.1, {}}; // over all ten epochs of ten steps
    const RunResult whole = run(job, {32});
    QCOMPARE(whole.steps().size(), std::size_t(100));
    job.stopping.leastRate = 0.045;
    const RunResult ended = run(job, {24, 8});
    QCOMPARE(ended.steps().size(), std::size_t(60)); // an epoch's end, below 0.045 as the first
    QVERIFY(whole.steps()[49].learningRate > 0.045 && whole.steps()[59].learningRate <= 0.045);
    QCOMPARE(ended.steps().back().learningRate, whole.steps()[59].learningRate); // the schedule is as it was
}

void TestCourse::takesTheBatchesOfHetSeqOnAnySplit()
{
    JobSpec job = this->job();
    const RunResult shuffled = run(job, {32});
    job.order = {OrderSpec::Kind::HetSeq, 8, 0, {}};
    const RunResult alone = run(job, {32});
    const RunResult split = run(job, {20, 9, 3});
    QVERIFY2(split.outcomes[2], problemOf(split).constData());
    QVERIFY(alone.steps().front().sampleHash != shuffled.steps().front().sampleHash);
    for (std::size_t i = 0; i < alone.steps().size(); ++i)
        QCOMPARE(split.steps()[i].sampleHash, alone.steps()[i].sampleHash);
    QVERIFY(largestDifference(alone, split) < 1e-4);
}

void TestCourse::takesLargerBatchesInLaterEpochs()
{
    JobSpec job = this->job();
    job.epochs = 4;
    job.order.epochBatches = {8, 16, 32}; // of 320 samples
    const QString whole = freshFolder();
    const RunResult alone = runRanks({job, {32}, whole.toStdString()});
    QCOMPARE(alone.steps().size(), std::size_t(40 + 20 + 10 + 10));
    QCOMPARE(alone.steps()[39].samples, 8);
    QCOMPARE(alone.steps()[40].samples, 16);
    QCOMPARE(alone.steps()[79].samples, 32);
    QCOMPARE(alone.steps()[60].epoch, 3);
    const RunResult split = run(job, {20, 9, 3});
    QVERIFY2(split.outcomes[2], problemOf(split).constData());
    QVERIFY(largestDifference(alone, split) < 1e-4);

    job.epochs = 2;
    const QString half = freshFolder();
    QVERIFY(runRanks({job, {32}, half.toStdString()}).outcomes[0]);
    job.epochs = 4;
    job.continueFrom.path = half.toStdString();
    QCOMPARE(run(job, {32}).steps().front().step, 61);
    job.order.epochBatches = {}; // after two epochs of ten steps each
    QCOMPARE(run(job, {32}).steps().front().step, 21);
}

void TestCourse::keepsTheBestCheckpoint()
{
    JobSpec job = this->job();
    job.epochs = 12;
    job.checkpoint = {10, 1, true};
    job.optimizer = {};
    job.clipNorm = 1; // steps as long as the rate says
    job.schedule = {ScheduleSpec::Kind::Step, 0.02, {}};
    job.schedule.stepFactor = 1000; // learns for five epochs, then forgets all
    job.schedule.stepEpochs = 5;
    const QString folder = freshFolder();
    const RunResult result = runRanks({job, {24, 8}, folder.toStdString()});
    QVERIFY2(result.outcomes[0], problemOf(result).constData());
    Evaluation best;
    for (const EventBody &event : result.events)
        if (const auto *evaluation = std::get_if<Evaluation>(&event))
            if (best.step == 0 || isBetter(evaluation->metrics[0], best.metrics[0]))
                best = *evaluation;
    QVERIFY(best.step > 0 && best.step < 120);
    const auto kept = checkpointSteps((folder + "/checkpoints").toStdString());
    QCOMPARE(kept, (std::vector<std::int64_t>{120, best.step}));
    const auto tested
        = evaluateModel({(folder + "/best-model").toStdString(), m_folder.path().toStdString(), {}}, {}, 1);
    QVERIFY(tested);
    QCOMPARE(tested->metrics[0].value, best.metrics[0].value);
}

void TestCourse::continuesWithOtherSettingsOnOtherMachines()
{
    JobSpec job = this->job();
    job.epochs = 2;
    const QString first = freshFolder();
    QVERIFY(runRanks({job, {32}, first.toStdString()}).outcomes[0]);

    job.epochs = 4;
    job.continueFrom.path = first.toStdString();
    const RunResult same = run(job, {20, 8, 4});
    QVERIFY2(same.outcomes[0], problemOf(same).constData());
    QCOMPARE(same.steps().front().step, 21);
    QCOMPARE(same.steps().size(), std::size_t(20));
    QVERIFY(says(same, "from step 20"));
    QVERIFY(says(same, "epochs is 4 (was 2)"));
    QVERIFY(!says(same, "anew"));

    job.schedule.peak = 1e-4;
    job.clipNorm = 1;
    const RunResult changed = run(job, {24, 8});
    QVERIFY2(changed.outcomes[0], problemOf(changed).constData());
    QVERIFY(says(changed, "schedule.peak is 0.0001 (was 0.002)"));
    QVERIFY(says(changed, "clipNorm is 1"));
    const double before = same.steps().front().loss; // the same weights on the same samples
    QVERIFY(std::abs(changed.steps().front().loss - before) < 1e-4 * before);
}

void TestCourse::continuesAtAnEpochWhereSamplesComeOtherwise()
{
    JobSpec job = this->job();
    job.maxSteps = 25; // in the middle of the third epoch
    const QString first = freshFolder();
    QVERIFY(runRanks({job, {32}, first.toStdString()}).outcomes[0]);
    job.maxSteps = 0;
    job.batch = 64; // 5 steps an epoch
    job.continueFrom.path = (first + "/checkpoints/step-25").toStdString();
    const RunResult rest = run(job, {48, 16});
    QVERIFY2(rest.outcomes[0], problemOf(rest).constData());
    QCOMPARE(rest.steps().front().step, 11);
    QCOMPARE(rest.steps().front().epoch, 3);
    QVERIFY(says(rest, "batch is 64 (was 32)"));
    QVERIFY(says(rest, "first step of epoch 3"));
}

void TestCourse::beginsTheOptimizerAnewWhereItIsAnother()
{
    JobSpec job = this->job();
    job.epochs = 2;
    const QString first = freshFolder();
    QVERIFY(runRanks({job, {32}, first.toStdString()}).outcomes[0]);
    job.epochs = 3;
    job.optimizer = usualOptimizer(OptimizerSpec::Kind::Lion);
    job.optimizer.averageDecay = 0.9;
    job.schedule.peak = 1e-4;
    job.continueFrom.path = first.toStdString();
    const RunResult rest = run(job, {24, 8});
    QVERIFY2(rest.outcomes[0], problemOf(rest).constData());
    QVERIFY(says(rest, "optimizer.kind is \"lion\" (was \"adamw\")"));
    QVERIFY(says(rest, "does not fit the optimizer"));
    QVERIFY(says(rest, "does not fit the average of the weights"));
    QVERIFY(rest.steps().back().loss < 1.2);
}

void TestCourse::beginsWithWeights_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<bool>("weightsOnly");
    QTest::addRow("model folder") << "model" << false;
    QTest::addRow("safetensors") << "model/model.safetensors" << false;
    QTest::addRow("torch.save, under a key") << "weights.pt" << false;
    QTest::addRow("checkpoint") << "checkpoints/step-20" << true;
    QTest::addRow("run") << "" << true;
}

void TestCourse::beginsWithWeights()
{
    QFETCH(QString, from);
    QFETCH(bool, weightsOnly);
    static QString first;
    static double learnt = 0;
    JobSpec job = this->job();
    job.epochs = 2;
    job.schedule.peak = 0.01;
    if (first.isEmpty()) {
        first = freshFolder();
        const RunResult run = runRanks({job, {32}, first.toStdString()});
        QVERIFY(run.outcomes[0]);
        learnt = run.steps().back().loss;
        QVERIFY2(learnt < 1.2, qPrintable(QString::number(learnt))); // fresh weights are at ln 4
        const auto tensors = readSafetensors((first + "/model/model.safetensors").toStdString());
        QVERIFY(tensors && writeTorchFile((first + "/weights.pt").toStdString(), "model", *tensors));
    }
    job.continueFrom = {(first + "/" + from).toStdString(), weightsOnly};
    const RunResult rest = run(job, {24, 8});
    QVERIFY2(rest.outcomes[0], problemOf(rest).constData());
    QCOMPARE(rest.steps().front().step, 1);
    QCOMPARE(rest.steps().size(), std::size_t(20));
    QVERIFY(rest.steps().front().loss < (learnt + std::log(4)) / 2);
    QVERIFY(says(rest, "Begins with the weights"));
}

void TestCourse::refusesWhatItCannotContinue_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("epochs");
    QTest::addColumn<QByteArray>("words");
    QTest::addRow("nothing there") << "elsewhere" << 4 << 4 << QByteArray("is no run");
    QTest::addRow("other model") << "run" << 8 << 4 << QByteArray("does not fit the job's model");
    QTest::addRow("other model's weights") << "run/model" << 8 << 4 << QByteArray("does not fit the job's model");
    QTest::addRow("nothing left to do") << "run" << 4 << 2 << QByteArray("raise epochs");
    QTest::addRow("not weights") << "train-images-idx3-ubyte" << 4 << 4 << QByteArray("train-images-idx3-ubyte");
}

void TestCourse::refusesWhatItCannotContinue()
{
    QFETCH(QString, from);
    QFETCH(int, width);
    QFETCH(int, epochs);
    QFETCH(QByteArray, words);
    JobSpec job = this->job();
    job.epochs = 2;
    const QString first = m_folder.filePath("run");
    if (!QFile::exists(first))
        QVERIFY(runRanks({job, {32}, first.toStdString()}).outcomes[0]);
    networkOf(job).width = width;
    job.epochs = epochs;
    job.continueFrom.path = m_folder.filePath(from).toStdString();
    const RunResult refused = run(job, {24, 8});
    QVERIFY2(problemOf(refused).contains(words), problemOf(refused).constData());
    QVERIFY(!refused.outcomes[1]);
    QVERIFY(refused.steps().empty());
}

void TestCourse::beginsWithTheWeightsOfHetSeq()
{
    JobSpec job = makeTaskJob("bert-pretraining", freshFolder().toStdString()).job;
    job.maxSteps = 30;
    const QString first = freshFolder();
    const RunResult before = runRanks({job, {job.batch}, first.toStdString()});
    QVERIFY2(before.outcomes[0], problemOf(before).constData());
    const auto tensors = readSafetensors((first + "/model/model.safetensors").toStdString());
    const std::string file = (first + "/checkpoint_last.pt").toStdString();
    QVERIFY(tensors && writeTorchFile(file, "model", toHetSeqNames(*tensors)));
    job.maxSteps = 2;
    const RunResult fresh = run(job, {job.batch});
    job.continueFrom.path = file;
    const RunResult hetseq = run(job, {job.batch / 2, job.batch - job.batch / 2});
    QVERIFY2(hetseq.outcomes[0], problemOf(hetseq).constData());
    job.continueFrom.path = (first + "/model").toStdString();
    const RunResult ours = run(job, {job.batch});
    const double loss = ours.steps().front().loss;
    QVERIFY(std::abs(hetseq.steps().front().loss - loss) < 1e-4 * loss);
    QVERIFY(std::abs(fresh.steps().front().loss - loss) > 1e-2 * loss);
}

void TestCourse::recomputesWithoutADifference_data()
{
    QTest::addColumn<QString>("task");
    QTest::addColumn<bool>("low");
    for (const char *task : {"bert-pretraining", "language-model", "translation"}) {
        QTest::addRow("%s", task) << task << false;
        QTest::addRow("%s, bfloat16", task) << task << true;
    }
}

void TestCourse::recomputesWithoutADifference()
{
    QFETCH(QString, task);
    QFETCH(bool, low);
    JobSpec job = makeTaskJob(task.toStdString(), freshFolder().toStdString()).job;
    job.maxSteps = 5;
    job.precision.kind = low ? PrecisionSpec::Kind::BFloat16 : PrecisionSpec::Kind::Float32;
    const std::int64_t small = job.batch / 4;
    const std::vector<std::int64_t> shares{job.batch - small, small};
    const RunResult kept = run(job, shares);
    QVERIFY2(kept.outcomes[0], problemOf(kept).constData());
    const RunResult mixed
        = runRanks({.job = job, .shares = shares, .folder = freshFolder().toStdString(), .recomputing = {false, true}});
    QVERIFY2(mixed.outcomes[0] && mixed.outcomes[1], problemOf(mixed).constData());
    QCOMPARE(largestDifference(kept, mixed), 0.0);
    job.memory.recompute = MemorySpec::Recompute::Always;
    const RunResult again = run(job, shares);
    QVERIFY2(again.outcomes[0], problemOf(again).constData());
    QCOMPARE(largestDifference(kept, again), 0.0);
}

void TestCourse::refusesToRecomputeWhereAModelCannot()
{
    JobSpec job = this->job();
    job.memory.recompute = MemorySpec::Recompute::Always;
    QVERIFY(problemOf(run(job, {32})).contains("memory.recompute"));
}

QTEST_GUILESS_MAIN(TestCourse)
#include "tst_course.moc"
