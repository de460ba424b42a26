// Libraries say in many words that memory ran out, and a device computes as the job asks.
#include "engine/device/computedevice.h"
#include "engine/device/mixedprecision.h"
#include "engine/device/outofmemory.h"

#include <ATen/Context.h>

#include <QTest>

using namespace motley;

class DeviceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void recognisesWantOfMemory_data();
    void recognisesWantOfMemory();
    void computesInFloat32UnlessAsked();
    void choosesAttentionThatNeedsNoPlanForEachShape();
};

void DeviceTest::recognisesWantOfMemory_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<bool>("is");
    QTest::addRow("a CUDA call") << QByteArray("CUDA error: out of memory\nCUDA kernel errors might be ...") << true;
    QTest::addRow("cuBLAS") << QByteArray("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`")
                            << true;
    QTest::addRow("cuDNN") << QByteArray("cuDNN error: CUDNN_STATUS_ALLOC_FAILED") << true;
    QTest::addRow("cuDNN 9, host") << QByteArray("cuDNN error: CUDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED")
                                   << true;
    QTest::addRow("cuDNN 9, device") << QByteArray("cuDNN error: CUDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED")
                                     << true;
    QTest::addRow("NCCL") << QByteArray("ncclUnhandledCudaError: Call to CUDA function failed.\nLast error:\n"
                                        "Cuda failure 2 'out of memory'")
                          << true;
    QTest::addRow("the CPU's allocator") << QByteArray("DefaultCPUAllocator: can't allocate memory: you tried to ...")
                                         << true;
    QTest::addRow("another CUDA error") << QByteArray("CUDA error: an illegal memory access was encountered") << false;
    QTest::addRow("a lost peer") << QByteArray("Connection closed by peer [127.0.0.1]:4711") << false;
}

void DeviceTest::recognisesWantOfMemory()
{
    QFETCH(QByteArray, words);
    QFETCH(bool, is);
    QCOMPARE(isOutOfMemory(std::runtime_error(words.toStdString())), is);
}

void DeviceTest::computesInFloat32UnlessAsked()
{
    chooseKernels({.tf32 = true});
    QVERIFY(at::globalContext().allowTF32CuDNN());
    QVERIFY(openDevice({}, 1));
    QVERIFY(!at::globalContext().allowTF32CuDNN());
    QVERIFY(!at::globalContext().allowTF32CuBLAS());
}

void DeviceTest::choosesAttentionThatNeedsNoPlanForEachShape()
{
    QVERIFY(openDevice({}, 1));
    QVERIFY(!at::globalContext().userEnabledCuDNNSDP());
}

QTEST_GUILESS_MAIN(DeviceTest)
#include "tst_device.moc"
