// Which part of a folder a run tests on, and what it says where that is none.
#include "imageruns.h"
#include "taskdata.h"

#include "engine/tasks/registry.h"
#include "engine/training/evaluatemodel.h"

#include <QDir>
#include <QTest>

using namespace motley;

class TestTestSets : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void testsPicturesByTheNamesOfTheirFolders_data();
    void testsPicturesByTheNamesOfTheirFolders();
    void testsAModelWhoseClassIsNamedTest();
    void testsRowsByTheirNamesAlone_data();
    void testsRowsByTheirNamesAlone();
    void saysWhatHasNoEffectWithoutATest_data();
    void saysWhatHasNoEffectWithoutATest();
};

namespace {

std::unique_ptr<Task> opened(const JobSpec &job)
{
    auto task = openTask(job);
    if (!task)
        qFatal("%s", task.error().message.c_str());
    return std::move(*task);
}

std::string notesOf(const Task &task)
{
    std::string all;
    for (const std::string &note : task.notes())
        all += note + "\n";
    return all;
}

} // namespace

void TestTestSets::testsPicturesByTheNamesOfTheirFolders_data()
{
    QTest::addColumn<QStringList>("folders"); // beside "train"
    QTest::addColumn<QString>("tested"); // empty: none
    QTest::addColumn<QString>("unread");
    QTest::addRow("test") << QStringList{"test"} << "test"
                          << "";
    QTest::addRow("val") << QStringList{"val"} << "val"
                         << "";
    QTest::addRow("valid, as fastai has it") << QStringList{"valid"} << "valid"
                                             << "";
    QTest::addRow("Validation") << QStringList{"Validation"} << "Validation"
                                << "";
    QTest::addRow("test before the others") << QStringList{"validation", "test", "val"} << "test"
                                            << "val, validation.";
    QTest::addRow("val before valid") << QStringList{"valid", "val"} << "val"
                                      << "valid.";
    QTest::addRow("other folders") << QStringList{"latest", "extra", "test"} << "test"
                                   << "extra, latest.";
    QTest::addRow("no test") << QStringList{"holdout"} << ""
                             << "holdout.";
    QTest::addRow("nothing else") << QStringList() << ""
                                  << "";
}

void TestTestSets::testsPicturesByTheNamesOfTheirFolders()
{
    QFETCH(QStringList, folders);
    QFETCH(QString, tested);
    QFETCH(QString, unread);
    const QTemporaryDir root;
    QDir folder(root.path());
    const JobSpec job = makeTaskJob("pictures", root.path().toStdString()).job;
    QVERIFY(folder.rename("test", "aside"));
    for (const QString &name : folders) {
        QVERIFY(folder.mkpath(name + "/red"));
        const auto pictures = QDir(folder.filePath("aside/red")).entryList(QDir::Files);
        const int count = name == tested ? 3 : 5;
        for (int i = 0; i < count; ++i)
            QVERIFY(QFile::copy(
                folder.filePath("aside/red/" + pictures[i]), folder.filePath(name + "/red/" + pictures[i])));
    }
    QVERIFY(QDir(folder.filePath("aside")).removeRecursively());
    const auto task = opened(job);
    QCOMPARE(task->testSet() != nullptr, !tested.isEmpty());
    if (task->testSet())
        QCOMPARE(task->testSet()->size(), 3);
    const QString notes = QString::fromStdString(notesOf(*task));
    QCOMPARE(notes.contains("Not read in"), !unread.isEmpty());
    QVERIFY2(unread.isEmpty() || notes.contains(": " + unread), qPrintable(notes));
}

// "valid" and "test" are words too: a folder that is named as a class of the model is that class.
void TestTestSets::testsAModelWhoseClassIsNamedTest()
{
    const QTemporaryDir root;
    QDir folder(root.path());
    JobSpec job = makeTaskJob("pictures", root.path().toStdString()).job;
    QVERIFY(folder.rename("train/red", "train/test"));
    QVERIFY(folder.rename("test/red", "test/test"));
    job.maxSteps = 1;
    const std::string run = root.filePath("run").toStdString();
    const RunResult result = runRanks({job, {16}, run});
    QVERIFY2(result.outcomes[0], result.problem().constData());
    const auto whole = evaluateModel({run + "/model", root.path().toStdString(), {}}, {}, 1);
    const auto classes = evaluateModel({run + "/model", root.filePath("test").toStdString(), {}}, {}, 1);
    QVERIFY2(whole && classes, whole ? classes.error().message.c_str() : whole.error().message.c_str());
    QCOMPARE(classes->samples, 60);
    QCOMPARE(whole->samples, 60);

    QVERIFY(QFile::link(root.filePath("test"), root.filePath("valid")));
    std::string notes;
    const auto both = evaluateModel(
        {run + "/model", root.path().toStdString(), {}}, {}, 1, [&](const std::string &note) { notes += note + "\n"; });
    QVERIFY2(both, both ? "" : both.error().message.c_str());
    QVERIFY2(notes.find("takes the folder test: valid.") != std::string::npos, notes.c_str());
}

void TestTestSets::testsRowsByTheirNamesAlone_data()
{
    QTest::addColumn<QString>("folder");
    for (const char *folder : {"plain/rows", "latest/rows", "training_rows/r", "valid/test"})
        QTest::addRow("%s", folder) << folder;
}

void TestTestSets::testsRowsByTheirNamesAlone()
{
    QFETCH(QString, folder);
    const QTemporaryDir root;
    JobSpec job = makeTaskJob("bert-pretraining", root.path().toStdString()).job;
    const QString rows = root.filePath(folder);
    QVERIFY(QDir().mkpath(rows));
    QVERIFY(QFile::copy(root.filePath("rows/train-0.hdf5"), rows + "/part-0.hdf5"));
    std::get<BertSpec>(job.task).data.train = rows.toStdString();
    const auto alone = opened(job);
    QVERIFY(!alone->testSet());

    QVERIFY(QFile::copy(root.filePath("rows/test-0.hdf5"), rows + "/valid.hdf5"));
    const auto tested = opened(job);
    QCOMPARE(tested->trainingSet().size(), alone->trainingSet().size());
    QVERIFY(tested->testSet());
    QVERIFY(notesOf(*tested).empty());

    QVERIFY(QFile::rename(rows + "/part-0.hdf5", rows + "/train-0.hdf5"));
    QVERIFY(QFile::copy(rows + "/train-0.hdf5", rows + "/wiki-0.hdf5"));
    QVERIFY(QFile::copy(rows + "/valid.hdf5", rows + "/test-0.hdf5"));
    const auto both = opened(job);
    QCOMPARE(both->trainingSet().size(), alone->trainingSet().size());
    QCOMPARE(both->testSet()->size(), tested->testSet()->size());
    const std::string notes = notesOf(*both);
    QVERIFY2(notes.find(": wiki-0.hdf5.") != std::string::npos, notes.c_str());
    QVERIFY2(notes.find(": test-0.hdf5.") != std::string::npos, notes.c_str());
}

void TestTestSets::saysWhatHasNoEffectWithoutATest_data()
{
    QTest::addColumn<int>("patience");
    QTest::addColumn<bool>("keepBest");
    QTest::addColumn<bool>("hasTest");
    QTest::addColumn<QString>("said");
    QTest::addRow("early stopping") << 1 << false << false << "stopping.patience does nothing";
    QTest::addRow("the best checkpoint") << 0 << true << false << "checkpoint.keepBest does nothing";
    QTest::addRow("both") << 2 << true << false << "stopping.patience and checkpoint.keepBest do nothing";
    QTest::addRow("none") << 0 << false << false << "";
    QTest::addRow("there is a test") << 1 << true << true << "";
}

void TestTestSets::saysWhatHasNoEffectWithoutATest()
{
    QFETCH(int, patience);
    QFETCH(bool, keepBest);
    QFETCH(bool, hasTest);
    QFETCH(QString, said);
    const QTemporaryDir root;
    JobSpec job = makeTaskJob("pictures", root.path().toStdString()).job;
    if (!hasTest)
        QVERIFY(QDir(root.filePath("test")).removeRecursively());
    job.maxSteps = 1;
    job.stopping.patience = patience;
    job.checkpoint.keepBest = keepBest;
    const RunResult result = runRanks({job, {8, 8}, root.filePath("run").toStdString()});
    QVERIFY2(result.outcomes[0], result.problem().constData());
    QCOMPARE(result.warned("no test set"), !said.isEmpty());
    QVERIFY(said.isEmpty() || result.warned(said.toStdString()));
}

QTEST_GUILESS_MAIN(TestTestSets)
#include "tst_testsets.moc"
