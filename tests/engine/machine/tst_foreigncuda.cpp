// CUDA's libraries of another installation are not mixed with the engine's own.
#include "engine/machine/foreigncuda.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

class ForeignCudaTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void leavesOutFoldersWithLibrariesOfCuda_data();
    void leavesOutFoldersWithLibrariesOfCuda();
};

void ForeignCudaTest::leavesOutFoldersWithLibrariesOfCuda_data()
{
    QTest::addColumn<QByteArray>("library");
    QTest::addColumn<bool>("isForeign");
    for (const char *library : {"libcudnn.so.9", "libcudnn_ops.so.9", "libcublasLt.so.13", "libnccl.so.2"})
        QTest::addRow("%s", library) << QByteArray(library) << true;
    for (const char *library : {"libsentencepiece.so.0", "libnvidia-ml.so.1", "libcuda.so.1"}) // the driver's stay
        QTest::addRow("%s", library) << QByteArray(library) << false;
}

void ForeignCudaTest::leavesOutFoldersWithLibrariesOfCuda()
{
    QFETCH(QByteArray, library);
    QFETCH(bool, isForeign);
    const QTemporaryDir folder;
    const std::string path = folder.path().toStdString();
    QVERIFY(QFile(folder.filePath(library)).open(QIODevice::WriteOnly));
    QCOMPARE(withoutForeignCuda("/no/such:" + path + ":/tmp/none"),
        isForeign ? std::string("/no/such:/tmp/none") : "/no/such:" + path + ":/tmp/none");
}

QTEST_GUILESS_MAIN(ForeignCudaTest)
#include "tst_foreigncuda.moc"
