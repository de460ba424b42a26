// Opening a GPU sets what torch's allocator reads while CUDA is loaded, and NCCL's watchdog when a group is made.
#include "engine/device/computedevice.h"
#include "gpudevices.h"

#include <c10/core/AllocatorConfig.h>

#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

using namespace motley;

namespace {

// In a process of its own, as a GPU is prepared and the libraries are loaded once in each.
template <typename Call>
bool holdsInFreshProcess(const Call &call)
{
    const pid_t child = fork();
    if (child == 0)
        _exit(call() ? EXIT_SUCCESS : EXIT_FAILURE);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
}

bool growsSegments()
{
    return c10::CachingAllocator::AcceleratorAllocatorConfig::use_expandable_segments();
}

} // namespace

class CudaSettingsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsTheAllocatorInTime();
    void keepsTheUsersAllocator_data();
    void keepsTheUsersAllocator();
    void leavesErrorsToTheAgents_data();
    void leavesErrorsToTheAgents();
};

void CudaSettingsTest::tellsTheAllocatorInTime()
{
    QVERIFY(holdsInFreshProcess([] { return openDevice(gpu(0), 1) && growsSegments(); }));
}

void CudaSettingsTest::keepsTheUsersAllocator_data()
{
    QTest::addColumn<QByteArray>("variable");
    for (const char *name : {"PYTORCH_ALLOC_CONF", "PYTORCH_CUDA_ALLOC_CONF"})
        QTest::addRow("%s", name) << QByteArray(name);
}

void CudaSettingsTest::keepsTheUsersAllocator()
{
    QFETCH(QByteArray, variable);
    QVERIFY(holdsInFreshProcess([&] {
        qputenv(variable, "expandable_segments:False");
        return openDevice(gpu(0), 1) && !growsSegments();
    }));
}

void CudaSettingsTest::leavesErrorsToTheAgents_data()
{
    QTest::addColumn<QByteArray>("variable");
    for (const char *name : {"TORCH_NCCL_ASYNC_ERROR_HANDLING", "TORCH_NCCL_ENABLE_MONITORING",
             "TORCH_NCCL_DUMP_ON_TIMEOUT", "TORCH_NCCL_RETHROW_CUDA_ERRORS"})
        QTest::addRow("%s", name) << QByteArray(name);
}

void CudaSettingsTest::leavesErrorsToTheAgents()
{
    QFETCH(QByteArray, variable);
    QVERIFY(holdsInFreshProcess([&] { return openDevice(gpu(0), 1) && qgetenv(variable) == "0"; }));
    QVERIFY(holdsInFreshProcess([&] {
        qputenv(variable, "1");
        return openDevice(gpu(0), 1) && qgetenv(variable) == "1";
    }));
}

QTEST_GUILESS_MAIN(CudaSettingsTest)
#include "tst_cudasettings.moc"
