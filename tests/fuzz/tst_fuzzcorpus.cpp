#include "tests/fuzz/targets.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace motley;

// Gives the readers the fuzzers' first inputs and the inputs that once failed. Needs no fuzzer.
class TestFuzzCorpus : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasACorpusForEveryTarget();
    void keepsItsPromises_data();
    void keepsItsPromises();
};

namespace {

const QDir corpus(MOTLEY_CORPUS);

} // namespace

void TestFuzzCorpus::hasACorpusForEveryTarget()
{
    QStringList names;
    for (const FuzzTarget &target : allTargets())
        names.append(target.name);
    names.sort();
    QCOMPARE(corpus.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name), names);
}

void TestFuzzCorpus::keepsItsPromises_data()
{
    QTest::addColumn<int>("target");
    QTest::addColumn<QString>("path");
    const auto targets = allTargets();
    for (int i = 0; i < int(targets.size()); ++i) {
        const QDir folder(corpus.filePath(targets[std::size_t(i)].name));
        const QStringList files = folder.entryList(QDir::Files, QDir::Name);
        QVERIFY2(!files.isEmpty(), targets[std::size_t(i)].name);
        for (const QString &file : files)
            QTest::addRow("%s/%s", targets[std::size_t(i)].name, qPrintable(file)) << i << folder.filePath(file);
    }
}

// Reads each input whole, and truncated at many places.
void TestFuzzCorpus::keepsItsPromises()
{
    QFETCH(int, target);
    QFETCH(QString, path);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    const FuzzTarget reader = allTargets()[std::size_t(target)];
    for (int part = 0; part <= 32; ++part) {
        const std::string input = bytes.left(bytes.size() * part / 32).toStdString();
        try {
            reader.read(input);
        } catch (const std::exception &problem) {
            QFAIL(qPrintable(QString("The first %1 bytes: %2").arg(input.size()).arg(problem.what())));
        }
    }
}

QTEST_GUILESS_MAIN(TestFuzzCorpus)
#include "tst_fuzzcorpus.moc"
