// How many bytes can still be written to a disk.
#include "engine/base/diskspace.h"

#include <QTemporaryDir>
#include <QTest>

using namespace motley;

class DiskSpaceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isThatOfTheFileSystemBelow()
    {
        const QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        const auto there = freeBytesAt(path);
        QVERIFY(there);
        QVERIFY(*there > 0);
        QVERIFY(freeBytesAt(path + "/not/yet/made"));
        QVERIFY(freeBytesAt("/"));
    }

    void isUnknownWhereNothingIsCounted()
    {
        QVERIFY(!freeBytesAt("/proc"));
        QVERIFY(!freeBytesAt("no/absolute/path"));
    }
};

QTEST_APPLESS_MAIN(DiskSpaceTest)
#include "tst_diskspace.moc"
