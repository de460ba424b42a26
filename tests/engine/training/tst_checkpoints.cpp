// A checkpoint is whole or refused, and a run that resumes from it goes on as if it had not been interrupted.
#include "fixturerun.h"
#include "idxfixture.h"

#include "engine/job/continuefiles.h"
#include "engine/training/checkpoint/checkpointloader.h"
#include "engine/training/evaluatemodel.h"
#include "tests/fixtures/smalldisk.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

using namespace motley;

class TestCheckpoints : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void resumesBitForBit_data();
    void resumesBitForBit();
    void usesThePreviousOneWhenTheNewestIsDamaged_data();
    void usesThePreviousOneWhenTheNewestIsDamaged();
    void refusesTheCheckpointOfAnotherJob_data();
    void refusesTheCheckpointOfAnotherJob();
    void refusesToResumeOnDataThatGrew();
    void keepsTheNewest();
    void keepsOneForEachTenthOfTheRun();
    void goesOnInItsOwnFolder();
    void keepsWhatWasWrittenAfterGoingBack();
    void trainsOnWhenTheDiskIsFull();
    void savesTheModelOnceThereIsRoom();
    void evaluatesTheModelItLeft();

private:
    JobSpec job(ImageModelSpec::Kind model = ImageModelSpec::Kind::SmallCnn) const;
    QString freshFolder() { return m_folder.filePath(QString("run-%1").arg(++m_runs)); }

    QTemporaryDir m_folder;
    int m_runs = 0;
};

namespace {

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void overwrite(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

} // namespace

void TestCheckpoints::initTestCase()
{
    writeImageData(m_folder.path(), 200, 40);
}

JobSpec TestCheckpoints::job(ImageModelSpec::Kind model) const
{
    JobSpec job;
    job.name = "checkpoint";
    job.batch = 24; // 9 steps an epoch
    job.epochs = 3;
    job.maxSteps = 20;
    job.task = ImageSpec{{model, 4}, {m_folder.path().toStdString(), true}};
    job.checkpoint = {13, 2}; // in the middle of the second epoch
    return job;
}

void TestCheckpoints::resumesBitForBit_data()
{
    QTest::addColumn<int>("model");
    QTest::addColumn<int>("optimizer");
    QTest::addColumn<QList<int>>("shares");
    const int cnn = int(ImageModelSpec::Kind::SmallCnn);
    const int resnet = int(ImageModelSpec::Kind::ResNet18);
    const int sgd = int(OptimizerSpec::Kind::Sgd);
    const int adamW = int(OptimizerSpec::Kind::AdamW);
    QTest::addRow("cnn, sgd, one rank") << cnn << sgd << QList<int>{24};
    QTest::addRow("cnn, adamw, 5:2:1") << cnn << adamW << QList<int>{15, 6, 3};
    QTest::addRow("resnet, sgd, 3:1") << resnet << sgd << QList<int>{18, 6};
    QTest::addRow("resnet, adamw, 5:2:1") << resnet << adamW << QList<int>{15, 6, 3};
    QTest::addRow("cnn, lamb, 3:1") << cnn << int(OptimizerSpec::Kind::Lamb) << QList<int>{18, 6};
}

void TestCheckpoints::resumesBitForBit()
{
    QFETCH(int, model);
    QFETCH(int, optimizer);
    QFETCH(QList<int>, shares);
    JobSpec job = this->job(ImageModelSpec::Kind(model));
    job.optimizer = usualOptimizer(OptimizerSpec::Kind(optimizer));
    job.optimizer.averageDecay = 0.9;
    const std::vector<std::int64_t> split(shares.begin(), shares.end());
    const QString first = freshFolder();
    const QString second = freshFolder();
    const RunResult whole = runRanks({job, split, first.toStdString()});
    const RunResult rest = runRanks({job, split, second.toStdString(), (first + "/checkpoints/step-13").toStdString()});
    QVERIFY2(rest.outcomes[0], rest.outcomes[0] ? "" : rest.outcomes[0].error().message.c_str());
    const auto expected = whole.steps();
    const auto steps = rest.steps();
    QCOMPARE(steps.size(), std::size_t(7));
    for (std::size_t i = 0; i < steps.size(); ++i) {
        QCOMPARE(steps[i].sampleHash, expected[13 + i].sampleHash);
        QVERIFY(steps[i].loss == expected[13 + i].loss);
    }
    for (const char *file : {"model.safetensors", "optimizer.safetensors"})
        QVERIFY(contents(first + "/checkpoints/step-20/" + file) == contents(second + "/checkpoints/step-20/" + file));
}

void TestCheckpoints::usesThePreviousOneWhenTheNewestIsDamaged_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("damage");
    for (const char *file : {"model.safetensors", "optimizer.safetensors", "state.json", "manifest.json"})
        for (const char *damage : {"flipped", "truncated", "missing"})
            QTest::addRow("%s %s", file, damage) << file << damage;
}

void TestCheckpoints::usesThePreviousOneWhenTheNewestIsDamaged()
{
    QFETCH(QString, file);
    QFETCH(QString, damage);
    const QString folder = freshFolder();
    QVERIFY(runRanks({job(), {24}, folder.toStdString()}).outcomes[0]);
    const QString newest = folder + "/checkpoints/step-20/" + file;
    QByteArray bytes = contents(newest);
    QVERIFY(!bytes.isEmpty());
    bytes[bytes.size() / 2] = char(bytes[bytes.size() / 2] ^ 1);
    if (damage == "missing")
        QVERIFY(QFile::remove(newest));
    else
        overwrite(newest, damage == "flipped" ? bytes : bytes.left(bytes.size() / 2));

    const auto loaded = loadCheckpoint((folder + "/checkpoints").toStdString());
    QVERIFY(loaded);
    QCOMPARE(loaded->state.progress.step, 13);
    QCOMPARE(loaded->refusals.size(), std::size_t(1));
    const auto named = loadCheckpoint((folder + "/checkpoints/step-20").toStdString());
    QVERIFY(named);
    QCOMPARE(named->state.progress.step, 13);
}

void TestCheckpoints::refusesTheCheckpointOfAnotherJob_data()
{
    QTest::addColumn<QString>("field");
    QTest::addRow("another seed") << "seed";
    QTest::addRow("another order") << "order";
}

void TestCheckpoints::refusesTheCheckpointOfAnotherJob()
{
    QFETCH(QString, field);
    const std::string folder = freshFolder().toStdString();
    QVERIFY(runRanks({job(), {24}, folder}).outcomes[0]);
    JobSpec other = job();
    if (field == "seed")
        other.seed = 2;
    else
        other.order.unshuffledEpochs = 1;
    const auto refused = runRanks({other, {24}, freshFolder().toStdString(), folder + "/checkpoints"}).outcomes[0];
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.find("field " + field.toStdString()) != std::string::npos,
        refused.error().message.c_str());
}

void TestCheckpoints::refusesToResumeOnDataThatGrew()
{
    const std::string folder = freshFolder().toStdString();
    QVERIFY(runRanks({job(), {24}, folder}).outcomes[0]);
    JobSpec grown = job();
    for (const int samples : {240, 201}) { // another number of steps an epoch, and the same
        const QTemporaryDir data;
        writeImageData(data.path(), samples, 40);
        std::get<ImageSpec>(grown.task).data.folder = data.path().toStdString();
        const auto refused = runRanks({grown, {24}, freshFolder().toStdString(), folder + "/checkpoints"}).outcomes[0];
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.find("200") != std::string::npos, refused.error().message.c_str());
        QVERIFY2(refused.error().message.find(std::to_string(samples)) != std::string::npos,
            refused.error().message.c_str());
    }
}

void TestCheckpoints::keepsTheNewest()
{
    JobSpec job = this->job();
    job.checkpoint = {3, 2};
    const std::string folder = freshFolder().toStdString();
    const RunResult run = runRanks({job, {24}, folder});
    QCOMPARE(run.checkpoints().size(), std::size_t(7)); // 3, 6, ..., 18 and 20
    QCOMPARE(checkpointSteps(folder + "/checkpoints"), (std::vector<std::int64_t>{20, 18}));
}

// A job that says nothing of it loses a tenth of its steps at most.
void TestCheckpoints::keepsOneForEachTenthOfTheRun()
{
    JobSpec job = this->job();
    job.checkpoint = {};
    const RunResult run = runRanks({job, {24}, freshFolder().toStdString()});
    std::vector<std::int64_t> steps;
    for (const CheckpointSaved &saved : run.checkpoints())
        steps.push_back(saved.step);
    QCOMPARE(steps, (std::vector<std::int64_t>{2, 4, 6, 8, 10, 12, 14, 16, 18, 20}));
}

// A run is started again in the folder of a run that ended early, as an agent would do.
void TestCheckpoints::goesOnInItsOwnFolder()
{
    JobSpec job = this->job();
    job.checkpoint = {5, 2};
    const std::string folder = freshFolder().toStdString();
    job.maxSteps = 10;
    QVERIFY(runRanks({job, {24}, folder}).problem().isEmpty());
    job.maxSteps = 20;
    const RunResult again = runRanks({job, {24}, folder});
    QVERIFY2(again.problem().isEmpty(), again.problem());
    QCOMPARE(again.steps().front().step, 11);
    QCOMPARE(checkpointSteps(folder + "/checkpoints"), (std::vector<std::int64_t>{20, 15}));
}

// The newest checkpoint is damaged, so the run goes on from the previous one: its new checkpoints are kept, although
// the damaged one has a higher step.
void TestCheckpoints::keepsWhatWasWrittenAfterGoingBack()
{
    JobSpec job = this->job();
    job.checkpoint = {5, 2};
    const QString folder = freshFolder();
    QVERIFY(runRanks({job, {24}, folder.toStdString()}).problem().isEmpty());
    overwrite(folder + "/checkpoints/step-20/manifest.json", "{}");
    job.checkpoint = {1, 1};
    job.maxSteps = 17;
    const RunResult again = runRanks({job, {24}, folder.toStdString()});
    QVERIFY2(again.problem().isEmpty(), again.problem());
    QCOMPARE(again.steps().front().step, 16);
    QCOMPARE(checkpointSteps((folder + "/checkpoints").toStdString()), (std::vector<std::int64_t>{17}));
}

void TestCheckpoints::trainsOnWhenTheDiskIsFull()
{
    const QString folder = freshFolder();
    const SmallDisk disk(folder);
    if (!disk.isMounted())
        QSKIP("mounting a small file system needs root");
    JobSpec job = this->job();
    std::get<ImageSpec>(job.task).model.width = 16; // about 0.6 MB for the model and as much again for its momentum
    job.checkpoint = {10, 2};
    const RunResult run = runRanks({job, {24}, folder.toStdString()});
    QVERIFY2(run.outcomes[0], run.outcomes[0] ? "" : run.outcomes[0].error().message.c_str());
    QCOMPARE(run.steps().size(), std::size_t(20));
    QVERIFY(run.checkpoints().empty());
    QCOMPARE(run.warnings().size(), std::size_t(2));
    QVERIFY(QDir(folder + "/checkpoints").entryList(QDir::NoDotAndDotDot | QDir::AllEntries).isEmpty());
}

void TestCheckpoints::savesTheModelOnceThereIsRoom()
{
    const QString folder = freshFolder();
    const SmallDisk disk(folder, "4m");
    if (!disk.isMounted())
        QSKIP("mounting a small file system needs root");
    JobSpec job = this->job();
    std::get<ImageSpec>(job.task).model.width = 16;
    job.checkpoint.everySteps = 0;
    disk.fill(50'000); // less than the model, which has 170,000 bytes
    std::atomic<bool> isOver = false;
    std::jthread cleaner([&] {
        for (int i = 0; i < 80 && !isOver; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        disk.makeRoom();
    });
    const RunResult run = runRanks({job, {24}, folder.toStdString()});
    isOver = true;
    QVERIFY2(run.problem().isEmpty(), run.problem());
    QVERIFY(run.warned("The model could not be saved."));
    QVERIFY(QFileInfo(folder + "/model/model.safetensors").size() > 150'000);
}

void TestCheckpoints::evaluatesTheModelItLeft()
{
    const std::string folder = freshFolder().toStdString();
    const RunResult run = runRanks({job(ImageModelSpec::Kind::ResNet18), {18, 6}, folder});
    const auto evaluation = evaluateModel({folder + "/model", m_folder.path().toStdString(), {}}, {}, 1);
    QVERIFY2(evaluation, evaluation ? "" : evaluation.error().message.c_str());
    QCOMPARE(evaluation->metrics, run.lastEvaluation()->metrics);
    QVERIFY(std::abs(evaluation->loss - run.lastEvaluation()->loss) < 1e-5);
    QCOMPARE(evaluation->samples, 40);
}

QTEST_GUILESS_MAIN(TestCheckpoints)
#include "tst_checkpoints.moc"
