// A job's settings for the begin of a run: checkpoints, changed settings, weights of other programs.
#include "idxfixture.h"
#include "imageruns.h"
#include "taskdata.h"

#include "engine/models/bert/bertnames.h"
#include "engine/tensorfiles/safetensors.h"
#include "engine/tensorfiles/torchfile.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <cmath>
#include <filesystem>
#include <utility>

using namespace motley;

class TestContinuing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void continuesWithOtherSettingsOnOtherMachines();
    void continuesAtAnEpochWhereSamplesComeOtherwise();
    void continuesAtAnEpochWhereTheDataGrew();
    void beginsTheOptimizerAnewWhereItIsAnother();
    void beginsWithWeights_data();
    void beginsWithWeights();
    void namesWhatTheModelHasNoPlaceFor();
    void refusesWhatItCannotContinue_data();
    void refusesWhatItCannotContinue();
    void beginsWithTheWeightsOfHetSeq();

private:
    ImageRuns m_runs;
};

void TestContinuing::continuesWithOtherSettingsOnOtherMachines()
{
    JobSpec job = m_runs.job();
    job.epochs = 2;
    const QString first = m_runs.freshFolder();
    QVERIFY(runRanks({job, {32}, first.toStdString()}).outcomes[0]);

    job.epochs = 4;
    job.continueFrom.path = first.toStdString();
    const RunResult same = m_runs.run(job, {20, 8, 4});
    QVERIFY2(same.outcomes[0], same.problem().constData());
    QCOMPARE(same.steps().front().step, 21);
    QCOMPARE(same.steps().size(), std::size_t(20));
    QVERIFY(same.noted("from step 20"));
    QVERIFY(same.noted("epochs is 4 (was 2)"));
    QVERIFY(same.warnings().empty()); // where all is as it should be

    job.schedule.peak = 1e-4;
    job.clipNorm = 1;
    const RunResult changed = m_runs.run(job, {24, 8});
    QVERIFY2(changed.outcomes[0], changed.problem().constData());
    QVERIFY(changed.noted("schedule.peak is 0.0001 (was 0.002)"));
    QVERIFY(changed.noted("clipNorm is 1"));
    const double before = same.steps().front().loss; // the same weights on the same samples
    QVERIFY(std::abs(changed.steps().front().loss - before) < 1e-4 * before);
}

void TestContinuing::continuesAtAnEpochWhereSamplesComeOtherwise()
{
    JobSpec job = m_runs.job();
    job.maxSteps = 25; // in the middle of the third epoch
    const QString first = m_runs.freshFolder();
    QVERIFY(runRanks({job, {32}, first.toStdString()}).outcomes[0]);
    job.maxSteps = 0;
    job.batch = 64; // 5 steps an epoch
    job.continueFrom.path = (first + "/checkpoints/step-25").toStdString();
    const RunResult rest = m_runs.run(job, {48, 16});
    QVERIFY2(rest.outcomes[0], rest.problem().constData());
    QCOMPARE(rest.steps().front().step, 11);
    QCOMPARE(rest.steps().front().epoch, 3);
    QVERIFY(rest.noted("batch is 64 (was 32)"));
    QVERIFY(rest.noted("first step of epoch 3"));
}

// With other samples each step takes others, even where an epoch has as many steps as before.
void TestContinuing::continuesAtAnEpochWhereTheDataGrew()
{
    JobSpec job = m_runs.job(); // 320 samples, 10 steps an epoch
    const QString fewer = m_runs.freshFolder();
    QVERIFY(QDir().mkpath(fewer));
    writeImageData(fewer, 312, 80);
    auto &folder = std::get<ImageSpec>(job.task).data.folder;
    const DataPath whole = std::exchange(folder, DataPath(fewer.toStdString()));
    job.maxSteps = 25;
    const QString first = m_runs.freshFolder();
    QVERIFY(runRanks({job, {32}, first.toStdString()}).outcomes[0]);
    job.maxSteps = 0;
    folder = whole;
    job.continueFrom.path = first.toStdString();
    const RunResult rest = m_runs.run(job, {24, 8});
    QVERIFY2(rest.outcomes[0], rest.problem().constData());
    QCOMPARE(rest.steps().front().step, 21);
    QCOMPARE(rest.steps().front().epoch, 3);
    QVERIFY(rest.noted("It was a run on 312 training samples, and there are 320 now, so it goes on with the first step "
                       "of epoch 3, which is step 21."));
}

void TestContinuing::beginsTheOptimizerAnewWhereItIsAnother()
{
    JobSpec job = m_runs.job();
    job.epochs = 2;
    const QString first = m_runs.freshFolder();
    QVERIFY(runRanks({job, {32}, first.toStdString()}).outcomes[0]);
    job.epochs = 3;
    job.optimizer = usualOptimizer(OptimizerSpec::Kind::Lion);
    job.optimizer.averageDecay = 0.9;
    job.schedule.peak = 1e-4;
    job.continueFrom.path = first.toStdString();
    const RunResult rest = m_runs.run(job, {24, 8});
    QVERIFY2(rest.outcomes[0], rest.problem().constData());
    QVERIFY(rest.noted("optimizer.kind is \"lion\" (was \"adamw\")"));
    QVERIFY(rest.warned("does not fit the optimizer"));
    QVERIFY(rest.warned("does not fit the average of the weights"));
    QVERIFY(rest.steps().back().loss < 1.2);
}

void TestContinuing::beginsWithWeights_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<bool>("weightsOnly");
    QTest::addRow("model folder") << "model" << false;
    QTest::addRow("safetensors") << "model/model.safetensors" << false;
    QTest::addRow("torch.save, under a key") << "weights.pt" << false;
    QTest::addRow("checkpoint") << "checkpoints/step-20" << true;
    QTest::addRow("run") << "" << true;
}

void TestContinuing::beginsWithWeights()
{
    QFETCH(QString, from);
    QFETCH(bool, weightsOnly);
    static QString first;
    static double learnt = 0;
    JobSpec job = m_runs.job();
    job.epochs = 2;
    job.schedule.peak = 0.01;
    if (first.isEmpty()) {
        first = m_runs.freshFolder();
        const RunResult run = runRanks({job, {32}, first.toStdString()});
        QVERIFY(run.outcomes[0]);
        learnt = run.steps().back().loss;
        QVERIFY2(learnt < 1.2, qPrintable(QString::number(learnt))); // untrained weights have a loss of ln 4
        const auto tensors = readSafetensors((first + "/model/model.safetensors").toStdString());
        QVERIFY(tensors);
        QVERIFY(writeTorchFile((first + "/weights.pt").toStdString(), "model", *tensors));
    }
    job.continueFrom = {(first + "/" + from).toStdString(), weightsOnly};
    const RunResult rest = m_runs.run(job, {24, 8});
    QVERIFY2(rest.outcomes[0], rest.problem().constData());
    QCOMPARE(rest.steps().front().step, 1);
    QCOMPARE(rest.steps().size(), std::size_t(20));
    QVERIFY(rest.steps().front().loss < (learnt + std::log(4)) / 2);
    QVERIFY(rest.noted("Begins with the weights"));
}

// A shallower model would begin with the first layers of a deeper one.
void TestContinuing::namesWhatTheModelHasNoPlaceFor()
{
    JobSpec job = makeTaskJob("language-model", m_runs.freshFolder().toStdString()).job;
    job.maxSteps = 2;
    const QString first = m_runs.freshFolder();
    QVERIFY(runRanks({job, {job.batch}, first.toStdString()}).outcomes[0]);
    std::get<LanguageModelSpec>(job.task).model.layers = 1; // of 2
    for (const char *from : {"", "/model", "/model/model.safetensors"}) {
        job.continueFrom = {first.toStdString() + from, true};
        const RunResult rest = m_runs.run(job, {job.batch});
        QVERIFY2(rest.outcomes[0], rest.problem().constData());
        QVERIFY2(rest.warned("12 tensors in " + first.toStdString()), from);
        QVERIFY2(rest.warned("no place in the job's model and are left out: transformer.h.1."), from);
    }
}

void TestContinuing::refusesWhatItCannotContinue_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("epochs");
    QTest::addColumn<QByteArray>("words");
    QTest::addRow("nothing there") << "elsewhere" << 4 << 4 << QByteArray("is not a run");
    QTest::addRow("other model") << "run" << 8 << 4 << QByteArray("does not fit the job's model");
    QTest::addRow("other model's weights") << "run/model" << 8 << 4 << QByteArray("does not fit the job's model");
    QTest::addRow("nothing left to do") << "run" << 4 << 2 << QByteArray("raise epochs");
    QTest::addRow("no manifest") << "no-manifest" << 4 << 4 << QByteArray("step-20 is not whole");
    QTest::addRow("weights and state") << "no-manifest/checkpoints/step-20" << 4 << 4
                                       << QByteArray("lacks manifest.json");
    QTest::addRow("not weights") << "train-images-idx3-ubyte" << 4 << 4 << QByteArray("train-images-idx3-ubyte");
}

void TestContinuing::refusesWhatItCannotContinue()
{
    QFETCH(QString, from);
    QFETCH(int, width);
    QFETCH(int, epochs);
    QFETCH(QByteArray, words);
    JobSpec job = m_runs.job();
    job.epochs = 2;
    const QString first = m_runs.path("run");
    if (!QFile::exists(first))
        QVERIFY(runRanks({job, {32}, first.toStdString()}).outcomes[0]);
    if (const QString cut = m_runs.path("no-manifest"); !QFile::exists(cut)) {
        std::filesystem::copy(first.toStdString(), cut.toStdString(), std::filesystem::copy_options::recursive);
        QVERIFY(QFile::remove(cut + "/checkpoints/step-20/manifest.json"));
    }
    networkOf(job).width = width;
    job.epochs = epochs;
    job.continueFrom.path = m_runs.path(from).toStdString();
    const RunResult refused = m_runs.run(job, {24, 8});
    QVERIFY2(refused.problem().contains(words), refused.problem().constData());
    QVERIFY(!refused.outcomes[1]);
    QVERIFY(refused.steps().empty());
}

void TestContinuing::beginsWithTheWeightsOfHetSeq()
{
    JobSpec job = makeTaskJob("bert-pretraining", m_runs.freshFolder().toStdString()).job;
    job.maxSteps = 30;
    const QString first = m_runs.freshFolder();
    const RunResult before = runRanks({job, {job.batch}, first.toStdString()});
    QVERIFY2(before.outcomes[0], before.problem().constData());
    const auto tensors = readSafetensors((first + "/model/model.safetensors").toStdString());
    const std::string file = (first + "/checkpoint_last.pt").toStdString();
    QVERIFY(tensors);
    QVERIFY(writeTorchFile(file, "model", toHetSeqNames(*tensors)));
    job.maxSteps = 2;
    const RunResult fresh = m_runs.run(job, {job.batch});
    job.continueFrom.path = file;
    const RunResult hetseq = m_runs.run(job, {job.batch / 2, job.batch - job.batch / 2});
    QVERIFY2(hetseq.outcomes[0], hetseq.problem().constData());
    job.continueFrom.path = (first + "/model").toStdString();
    const RunResult ours = m_runs.run(job, {job.batch});
    const double loss = ours.steps().front().loss;
    QVERIFY(std::abs(hetseq.steps().front().loss - loss) < 1e-4 * loss);
    QVERIFY(std::abs(fresh.steps().front().loss - loss) > 1e-2 * loss);
}

QTEST_GUILESS_MAIN(TestContinuing)
#include "tst_continuing.moc"
