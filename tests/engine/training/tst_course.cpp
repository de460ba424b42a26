// A job's settings for the course of a run: batches, averaged weights, early stopping, kept checkpoints.
#include "imageruns.h"

#include "engine/job/continuefiles.h"
#include "engine/tensorfiles/safetensors.h"
#include "engine/training/evaluatemodel.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace motley;

class TestCourse : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void testsAndSavesTheAverage();
    void endsWhenTestsNoLongerGain();
    void endsWhenTheRateIsLow();
    void takesTheBatchesOfHetSeqOnAnySplit();
    void takesLargerBatchesInLaterEpochs();
    void keepsTheBestCheckpoint();

private:
    ImageRuns m_runs;
};

void TestCourse::testsAndSavesTheAverage()
{
    JobSpec job = m_runs.job();
    job.optimizer.averageDecay = 0.98;
    const QString folder = m_runs.freshFolder();
    const RunResult averaged = runRanks({job, {24, 8}, folder.toStdString()});
    QVERIFY2(averaged.outcomes[0], averaged.problem().constData());
    job.optimizer.averageDecay = 0;
    const QString plainFolder = m_runs.freshFolder();
    const RunResult plain = runRanks({job, {24, 8}, plainFolder.toStdString()});
    QCOMPARE(largestDifference(averaged, plain), 0.0); // averaging the weights does not change the training
    QVERIFY(averaged.lastEvaluation()->loss != plain.lastEvaluation()->loss);
    const auto again = evaluateModel({(folder + "/model").toStdString(), m_runs.dataFolder(), {}}, {}, 1);
    QVERIFY(again);
    QVERIFY(std::abs(again->loss - averaged.lastEvaluation()->loss) < 1e-5);
    const auto unaveraged = readSafetensors((folder + "/model/unaveraged.safetensors").toStdString());
    const auto last = readSafetensors((plainFolder + "/model/model.safetensors").toStdString());
    QVERIFY(unaveraged);
    QVERIFY(last);
    for (std::size_t i = 0; i < last->size(); ++i)
        QVERIFY(at::equal((*unaveraged)[i].tensor, (*last)[i].tensor));
    QVERIFY(!QFile::exists(plainFolder + "/model/unaveraged.safetensors"));
}

void TestCourse::endsWhenTestsNoLongerGain()
{
    JobSpec job = m_runs.job();
    job.epochs = 30;
    job.schedule = {ScheduleSpec::Kind::Constant, 1e-9, {}}; // too low to learn anything
    job.stopping = {2, 0.001};
    const QString folder = m_runs.freshFolder();
    const RunResult alone = runRanks({job, {32}, folder.toStdString()});
    QVERIFY2(alone.outcomes[0], alone.problem().constData());
    QVERIFY(!alone.outcomes[0]->stopped);
    QCOMPARE(alone.steps().size(), std::size_t(30)); // the best test, and two that are not better
    QVERIFY(alone.warned("no better than that of step 10"));
    const RunResult split = m_runs.run(job, {24, 8});
    QCOMPARE(split.outcomes[1]->step, 30);
    const RunResult resumed
        = runRanks({job, {24, 8}, m_runs.freshFolder().toStdString(), (folder + "/checkpoints").toStdString()});
    QVERIFY2(resumed.outcomes[1], resumed.problem().constData());
    QCOMPARE(resumed.steps().size(), std::size_t(0)); // the checkpoint has the count of tests that did not gain
    job.stopping.patience = 0;
    job.epochs = 5;
    QCOMPARE(m_runs.run(job, {32}).steps().size(), std::size_t(50));
}

void TestCourse::endsWhenTheRateIsLow()
{
    JobSpec job = m_runs.job();
    job.epochs = 10;
    job.schedule = {ScheduleSpec::Kind::Linear, 0.1, {}}; // falls over all ten epochs of ten steps
    const RunResult whole = m_runs.run(job, {32});
    QCOMPARE(whole.steps().size(), std::size_t(100));
    job.stopping.leastRate = 0.045;
    const RunResult ended = m_runs.run(job, {24, 8});
    QCOMPARE(ended.steps().size(), std::size_t(60)); // the first end of an epoch at which the rate is below 0.045
    QVERIFY(whole.steps()[49].learningRate > 0.045);
    QVERIFY(whole.steps()[59].learningRate <= 0.045);
    // The early end does not change the schedule.
    QCOMPARE(ended.steps().back().learningRate, whole.steps()[59].learningRate);
}

void TestCourse::takesTheBatchesOfHetSeqOnAnySplit()
{
    JobSpec job = m_runs.job();
    const RunResult shuffled = m_runs.run(job, {32});
    job.order = {OrderSpec::Kind::HetSeq, 8, 0, {}};
    const RunResult alone = m_runs.run(job, {32});
    const RunResult split = m_runs.run(job, {20, 9, 3});
    QVERIFY2(split.outcomes[2], split.problem().constData());
    QVERIFY(alone.steps().front().sampleHash != shuffled.steps().front().sampleHash);
    for (std::size_t i = 0; i < alone.steps().size(); ++i)
        QCOMPARE(split.steps()[i].sampleHash, alone.steps()[i].sampleHash);
    QVERIFY(largestDifference(alone, split) < 1e-4);
}

void TestCourse::takesLargerBatchesInLaterEpochs()
{
    JobSpec job = m_runs.job();
    job.epochs = 4;
    job.order.epochBatches = {8, 16, 32}; // an epoch has 320 samples
    const QString whole = m_runs.freshFolder();
    const RunResult alone = runRanks({job, {32}, whole.toStdString()});
    QCOMPARE(alone.steps().size(), std::size_t(40 + 20 + 10 + 10));
    QCOMPARE(alone.steps()[39].samples, 8);
    QCOMPARE(alone.steps()[40].samples, 16);
    QCOMPARE(alone.steps()[79].samples, 32);
    QCOMPARE(alone.steps()[60].epoch, 3);
    const RunResult split = m_runs.run(job, {20, 9, 3});
    QVERIFY2(split.outcomes[2], split.problem().constData());
    QVERIFY(largestDifference(alone, split) < 1e-4);

    job.epochs = 2;
    const QString half = m_runs.freshFolder();
    QVERIFY(runRanks({job, {32}, half.toStdString()}).outcomes[0]);
    job.epochs = 4;
    job.continueFrom.path = half.toStdString();
    QCOMPARE(m_runs.run(job, {32}).steps().front().step, 61);
    job.order.epochBatches = {}; // batches of 32: two epochs have ten steps each
    QCOMPARE(m_runs.run(job, {32}).steps().front().step, 21);
}

void TestCourse::keepsTheBestCheckpoint()
{
    JobSpec job = m_runs.job();
    job.epochs = 12;
    job.checkpoint = {10, 1, true};
    job.optimizer = {};
    job.clipNorm = 1; // bounds the length of a step by the rate
    job.schedule = {ScheduleSpec::Kind::Step, 0.02, {}};
    job.schedule.stepFactor = 1000; // learns for five epochs, then diverges
    job.schedule.stepEpochs = 5;
    const QString folder = m_runs.freshFolder();
    const RunResult result = runRanks({job, {24, 8}, folder.toStdString()});
    QVERIFY2(result.outcomes[0], result.problem().constData());
    Evaluation best;
    for (const EventBody &event : result.events)
        if (const auto *evaluation = std::get_if<Evaluation>(&event))
            if (best.step == 0 || isBetter(evaluation->metrics[0], best.metrics[0]))
                best = *evaluation;
    QVERIFY(best.step > 0);
    QVERIFY(best.step < 120);
    const auto kept = checkpointSteps((folder + "/checkpoints").toStdString());
    QCOMPARE(kept, (std::vector<std::int64_t>{120, best.step}));
    const auto tested = evaluateModel({(folder + "/best-model").toStdString(), m_runs.dataFolder(), {}}, {}, 1);
    QVERIFY(tested);
    QCOMPARE(tested->metrics[0].value, best.metrics[0].value);
}

QTEST_GUILESS_MAIN(TestCourse)
#include "tst_course.moc"
