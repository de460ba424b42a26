// When the bytes of a new file reach the disk.
#include "engine/base/durablefile.h"
#include "tests/fixtures/fulldisk.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/syscall.h>
#include <unistd.h>

#include <vector>

using namespace motley;

namespace {

std::vector<off_t> sizesAtSync; // of the file, at each call

}

// In place of the C library's.
extern "C" int fdatasync(int file)
{
    sizesAtSync.push_back(lseek(file, 0, SEEK_END));
    return int(syscall(SYS_fdatasync, file));
}

class DurableFileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Whoever waits for a large file sees it grow, however slow the disk and however large the memory.
    void syncsALargeFileInParts()
    {
        const QTemporaryDir folder;
        const std::string path = folder.path().toStdString() + "/large";
        const QByteArray bytes(3 << 20, 'x');
        auto file = DurableFile::create(path);
        QVERIFY(file);
        for (int i = 0; i < 50; ++i)
            QVERIFY(file->write(bytes.constData(), std::size_t(bytes.size())));
        constexpr auto part = off_t(DurableFile::syncedAtOnce);
        QCOMPARE(sizesAtSync, (std::vector<off_t>{part, 2 * part}));
        QVERIFY(file->close());
        QCOMPARE(QFile(QString::fromStdString(path)).size(), 150 << 20);
    }

    void leavesNoPartOfAFileOnAFullDisk()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("part");
        {
            const FullDisk full(4096);
            const auto written = writeDurably(path.toStdString(), std::string(10'000, 'x'));
            QVERIFY(!written);
            QVERIFY2(written.error().message.find("part") != std::string::npos, written.error().message.c_str());
        }
        QVERIFY(!QFile::exists(path));
        QVERIFY(!writeDurably("/dev/full", "x"));
        QVERIFY(QFile::exists("/dev/full"));
    }

    void publishesAFolderOfTheCurrentOne()
    {
        const QTemporaryDir folder;
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(folder.path()));
        QVERIFY(QDir().mkdir("new"));
        const auto published = publishFolder("new", "bare");
        const bool isThere = QDir("bare").exists();
        QDir::setCurrent(before);
        QVERIFY2(published, published ? "" : published.error().message.c_str());
        QVERIFY(isThere);
    }
};

QTEST_APPLESS_MAIN(DurableFileTest)
#include "tst_durablefile.moc"
