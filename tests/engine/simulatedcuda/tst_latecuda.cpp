// torch remembers for the whole process that there is no CUDA, once something has asked for it too early.
#include "engine/device/computedevice.h"
#include "gpudevices.h"

#include <torch/types.h>

#include <QTest>

using namespace motley;

class LateCudaTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusesAGpuThatTorchWillNotUse();
};

void LateCudaTest::refusesAGpuThatTorchWillNotUse()
{
    at::ones({2}).requires_grad_().sum().backward();
    const auto device = openDevice(gpu(0), 1);
    QVERIFY(!device);
    QVERIFY2(device.error().message.find("before the CUDA libraries were loaded") != std::string::npos,
        device.error().message.c_str());
}

QTEST_GUILESS_MAIN(LateCudaTest)
#include "tst_latecuda.moc"
