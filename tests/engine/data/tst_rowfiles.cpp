// What files are for follows from their names below the chosen folder, on every machine alike.
#include "textfixture.h"

#include "engine/base/folders/splitname.h"
#include "engine/data/rows/rowfiles.h"

#include <QDir>
#include <QTest>

using namespace motley;

class TestRowFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsSplitsByWholeWords_data();
    void tellsSplitsByWholeWords();
    void findsFilesByTheirNames_data();
    void findsFilesByTheirNames();
    void takesAFileAsItIs();
    void refusesFoldersWithoutFiles();
};

namespace {

QStringList names(const Result<RowFiles> &files, const QString &folder)
{
    QStringList found;
    for (const std::string &path : files.value_or(RowFiles()).paths)
        found << QString::fromStdString(path).mid(folder.size() + 1);
    return found;
}

QStringList leftOut(const Result<RowFiles> &files)
{
    QStringList found;
    for (const std::string &name : files.value_or(RowFiles()).leftOut)
        found << QString::fromStdString(name);
    return found;
}

} // namespace

void TestRowFiles::tellsSplitsByWholeWords_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("split"); // -1: none
    const int training = int(Split::Training);
    const int validation = int(Split::Validation);
    const int test = int(Split::Test);
    const std::pair<const char *, int> rows[] = {
        {"train-0.hdf5", training},
        {"train0.hdf5", training},
        {"wikicorpus_en_training_12.hdf5", training}, // NVIDIA's names
        {"wikicorpus_en_test_1.hdf5", test},
        {"Test.hdf5", test},
        {"VALID-0.h5", validation},
        {"validation.hdf5", validation},
        {"val", validation},
        {"test/part-0.hdf5", test},
        {"a/test/b/part-0.hdf5", test},
        {"train/valid-0.hdf5", validation}, // the file's own name says more than its folder's
        {"rows.test", test},
        {"train-and-test.hdf5", training},
        {"part-0.hdf5", -1},
        {"latest-0.hdf5", -1},
        {"contest/0.hdf5", -1},
        {"invalid.hdf5", -1},
        {"constrained.hdf5", -1},
        {"trainer.hdf5", -1},
        {"\xc3\xa9test.hdf5", -1}, // a letter of another alphabet does not end a word
        {"", -1},
    };
    for (const auto &[name, split] : rows)
        QTest::addRow("%s", name) << QString::fromUtf8(name) << split;
}

void TestRowFiles::tellsSplitsByWholeWords()
{
    QFETCH(QString, name);
    QFETCH(int, split);
    const auto found = splitOf(name.toStdString());
    QCOMPARE(found ? int(*found) : -1, split);
}

void TestRowFiles::findsFilesByTheirNames_data()
{
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<int>("most");
    QTest::addColumn<QStringList>("training");
    QTest::addColumn<QStringList>("beside"); // to be tested on
    QTest::addColumn<QStringList>("leftOut"); // of training, then of the test
    const QStringList none;
    QTest::addRow("by name, sorted") << QStringList{"train-1", "train-0", "valid-0"} << 0
                                     << QStringList{"train-0", "train-1"} << QStringList{"valid-0"} << none;
    QTest::addRow("as many as asked for")
        << QStringList{"train-1", "train-0"} << 1 << QStringList{"train-0"} << none << none;
    QTest::addRow("of no split") << QStringList{"b", "a"} << 0 << QStringList{"a", "b"} << none << none;
    QTest::addRow("of no split, beside tests")
        << QStringList{"part-0", "valid"} << 0 << QStringList{"part-0"} << QStringList{"valid"} << none;
    QTest::addRow("of no split, beside training")
        << QStringList{"train-0", "more-0"} << 0 << QStringList{"train-0"} << none << QStringList{"more-0"};
    QTest::addRow("validation before tests") << QStringList{"train", "test", "valid"} << 0 << QStringList{"train"}
                                             << QStringList{"valid"} << QStringList{"test"};
    QTest::addRow("tests") << QStringList{"train", "test"} << 0 << QStringList{"train"} << QStringList{"test"} << none;
    QTest::addRow("in folders") << QStringList{"train/1", "train/0", "test/0"} << 0 << QStringList{"train/0", "train/1"}
                                << QStringList{"test/0"} << none;
    QTest::addRow("hidden") << QStringList{"train", ".train-0", ".test/0"} << 0 << QStringList{"train"} << none << none;
}

void TestRowFiles::findsFilesByTheirNames()
{
    QFETCH(QStringList, files);
    QFETCH(int, most);
    QFETCH(QStringList, training);
    QFETCH(QStringList, beside);
    // The path to the folder says nothing of what is in it.
    for (const char *above : {"plain/rows", "latest/rows", "training_rows/r", "test/valid/train", "valid/test"}) {
        const QTemporaryDir root;
        const QString folder = root.filePath(above);
        for (const QString &file : files) {
            QVERIFY(QDir().mkpath(QFileInfo(folder + "/" + file).path()));
            writeIn(root, (QString(above) + "/" + file).toUtf8().constData(), "");
        }
        const auto learnt = findTrainingRows(folder.toStdString(), most);
        QCOMPARE(names(learnt, folder), training);
        const auto tested = findRowsBeside(folder.toStdString());
        QVERIFY(tested);
        QCOMPARE(names(tested, folder), beside);
        QTEST(leftOut(learnt) + leftOut(tested), "leftOut");
        const auto given = findTestRows(folder.toStdString());
        files.removeIf([](const QString &file) { return file.startsWith('.'); });
        files.sort();
        QCOMPARE(names(given, folder), beside.isEmpty() ? files : beside);
    }
}

void TestRowFiles::takesAFileAsItIs()
{
    const QTemporaryDir root;
    const std::string file = writeIn(root, "test-0", "");
    QCOMPARE(valueOf(findTrainingRows(file, 0)).paths, std::vector{file});
    QCOMPARE(valueOf(findTestRows(file)).paths, std::vector{file});
    QVERIFY(valueOf(findRowsBeside(file)).paths.empty());
}

void TestRowFiles::refusesFoldersWithoutFiles()
{
    for (const auto &missing : {findTrainingRows("/no/such/place", 0), findTestRows("/no/such/place")})
        QVERIFY(errorOf(missing).contains("/no/such/place"));
    const QTemporaryDir root;
    const std::string folder = root.path().toStdString();
    QVERIFY(errorOf(findTrainingRows(folder, 0)).contains("it is empty"));
    QVERIFY(errorOf(findTestRows(folder)).contains("it is empty"));
    writeIn(root, "test-0", "");
    QVERIFY(errorOf(findTrainingRows(folder, 0)).contains("named as those of a test"));
}

QTEST_GUILESS_MAIN(TestRowFiles)
#include "tst_rowfiles.moc"
