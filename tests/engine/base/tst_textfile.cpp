#include "engine/base/mappedfile.h"
#include "engine/base/sha256.h"
#include "engine/base/textfile.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace motley;

class TestTextFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAFileOfAtMostSoManyBytes();
    void refusesWhatIsNoFile_data();
    void refusesWhatIsNoFile();
    void readsAStreamThatItIsHanded();

private:
    std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }

    QTemporaryDir m_folder;
};

void TestTextFile::readsAFileOfAtMostSoManyBytes()
{
    QVERIFY(writeTextFile(path("five"), "12345"));
    QCOMPARE(*readTextFile(path("five"), 5), std::string("12345"));
    QVERIFY(!readTextFile(path("five"), 4));
    QVERIFY(!readTextFile(path("missing")));
}

void TestTextFile::refusesWhatIsNoFile_data()
{
    QTest::addColumn<QString>("file");
    QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
    QTest::addRow("named pipe") << m_folder.filePath("pipe");
    for (const char *device : {"zero", "null"}) {
        const std::string link = path(device);
        QCOMPARE(::symlink((std::string("/dev/") + device).c_str(), link.c_str()), 0);
        QTest::addRow("link to /dev/%s", device) << QString::fromStdString(link);
    }
    QTest::addRow("folder") << m_folder.path();
}

// Without a look at what it is, a pipe would make a program wait for ever, and zeros would be read up to the bound.
void TestTextFile::refusesWhatIsNoFile()
{
    QFETCH(QString, file);
    const std::string name = file.toStdString();
    const auto text = readTextFile(name);
    QVERIFY(!text);
    QVERIFY2(text.error().message.find(name) != std::string::npos, text.error().message.c_str());
    QVERIFY2(text.error().message.find("longer than") == std::string::npos, text.error().message.c_str());
    QVERIFY(!MappedFile::open(name));
    QVERIFY(!sha256OfFile(name));
}

// As a shell does it with <(command).
void TestTextFile::readsAStreamThatItIsHanded()
{
    int ends[2];
    QCOMPARE(::pipe(ends), 0);
    QCOMPARE(::write(ends[1], "a job", 5), ssize_t(5));
    ::close(ends[1]);
    const auto text = readTextFile("/dev/fd/" + std::to_string(ends[0]));
    QVERIFY2(text, text ? "" : text.error().message.c_str());
    QCOMPARE(*text, std::string("a job"));
    ::close(ends[0]);
}

QTEST_GUILESS_MAIN(TestTextFile)
#include "tst_textfile.moc"
