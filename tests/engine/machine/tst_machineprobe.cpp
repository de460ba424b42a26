#include "engine/machine/machineprobe.h"
#include "engine/machine/networkinterfaces.h"
#include "engine/machine/nvml.h"
#include "tests/engine/agent/loopbackrun.h"

#include <QTest>

using namespace motley;

class MachineProbeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void saysWhatThisMachineIs();
    void knowsWhichInterfaceHoldsAnAddress();
    void readsGpusFromTheDriver();
    void leavesOutGpusThatItMayNotUse_data();
    void leavesOutGpusThatItMayNotUse();
    void saysWhyGpusCannotBeRead_data();
    void saysWhyGpusCannotBeRead();
};

void MachineProbeTest::initTestCase()
{
    // The fake driver library replaces the real one in this test's process alone.
    QVERIFY(qEnvironmentVariable("LD_LIBRARY_PATH").startsWith(QStringLiteral(FAKE_DRIVER_FOLDER)));
}

void MachineProbeTest::saysWhatThisMachineIs()
{
    const auto answer = runEngine({QStringLiteral("probe")});
    QCOMPARE(answer.exitCode, 0);
    QCOMPARE(answer.output.count('\n'), 1);
    const auto report = parseProbeReport(answer.output.trimmed().toStdString());
    QVERIFY2(report, report ? "" : report.error().message.c_str());
    QCOMPARE(QString::fromStdString(report->hostName), QSysInfo::machineHostName());
    QVERIFY(report->cpuCount >= 1);
    QVERIFY(report->glibc);
    QVERIFY(report->memoryTotalBytes);
    QVERIFY(report->diskFreeBytes);
    QVERIFY(*report->memoryAvailableBytes <= *report->memoryTotalBytes);
    const auto loopback = std::find_if(report->interfaces.begin(), report->interfaces.end(),
        [](const InterfaceReport &interface) { return interface.loopback; });
    QVERIFY(loopback != report->interfaces.end());
    QCOMPARE(loopback->addresses.front(), std::string("127.0.0.1/8"));
}

void MachineProbeTest::knowsWhichInterfaceHoldsAnAddress()
{
    const auto interfaces = networkInterfaces();
    QCOMPARE(interfaceHolding("127.0.0.1", interfaces), std::string("lo"));
    QCOMPARE(interfaceHolding("127.0.0", interfaces), std::string());
}

void MachineProbeTest::readsGpusFromTheDriver()
{
    const Nvml nvml = Nvml::open();
    const auto gpus = nvml.gpus();
    QCOMPARE(gpus.size(), std::size_t(3));
    QCOMPARE(gpus[2].uuid, std::string("MIG-cccccccc"));
    QCOMPARE(gpus[2].name, std::string("NVIDIA H200 MIG 1"));
    QVERIFY(!gpus[2].mig);
    QVERIFY(gpus[2].memoryFreeBytes);
    QCOMPARE(gpus[0].uuid, std::string("GPU-aaaaaaaa"));
    QCOMPARE(gpus[0].pciBusId, std::string("00000000:17:00.0"));
    QCOMPARE(gpus[0].driverVersion, std::string("580.95.05"));
    QCOMPARE(gpus[0].computeCapability.value(), std::string("9.0"));
    QCOMPARE(gpus[0].memoryFreeBytes.value(), std::int64_t(6) << 30);
    QCOMPARE(gpus[0].powerWatts.value(), 71.5);
    QVERIFY(gpus[0].mig);
    QVERIFY(!gpus[1].powerWatts);
    QVERIFY(!gpus[1].utilizationPercent);
    QVERIFY(!gpus[1].mig);
    const auto samples = nvml.sample();
    QCOMPARE(samples.at(1).memoryUsedBytes.value(), std::int64_t(2) << 30);
    QCOMPARE(samples.at(0).clockMegahertz.value(), 1410.0);
    QVERIFY(*samples.at(0).isTooHot);
    QVERIFY(!*samples.at(0).isAtPowerLimit);
    QVERIFY(!*samples.at(1).isTooHot);
    QVERIFY(*samples.at(1).isAtPowerLimit);
    QCOMPARE(samples.at(0).processes.value(), 3);
}

void MachineProbeTest::leavesOutGpusThatItMayNotUse_data()
{
    QTest::addColumn<QByteArray>("variable");
    QTest::addColumn<QByteArray>("uuids");
    QTest::addRow("none") << QByteArray("") << QByteArray();
    QTest::addRow("by index, in another order") << QByteArray("1,0") << QByteArray("GPU-bbbbbbbb GPU-aaaaaaaa ");
    QTest::addRow("by UUID") << QByteArray("GPU-bbbbbbbb") << QByteArray("GPU-bbbbbbbb ");
    QTest::addRow("by its beginning") << QByteArray("GPU-a") << QByteArray("GPU-aaaaaaaa ");
    QTest::addRow("a beginning of two") << QByteArray("GPU-") << QByteArray();
    QTest::addRow("an instance") << QByteArray("MIG-cccccccc") << QByteArray("MIG-cccccccc ");
    QTest::addRow("up to what there is not") << QByteArray("0,-1,1") << QByteArray("GPU-aaaaaaaa ");
}

void MachineProbeTest::leavesOutGpusThatItMayNotUse()
{
    QFETCH(QByteArray, variable);
    QFETCH(QByteArray, uuids);
    qputenv("CUDA_VISIBLE_DEVICES", variable);
    const ProbeReport report = probeMachine();
    qunsetenv("CUDA_VISIBLE_DEVICES");
    QByteArray found;
    for (const GpuReport &gpu : report.gpus)
        found += QByteArray::fromStdString(gpu.uuid) + ' ';
    QCOMPARE(found, uuids);
    QVERIFY(report.runningSystem); // as remote's script says it, by the start of the kernel and two namespaces
    QCOMPARE(std::count(report.runningSystem->begin(), report.runningSystem->end(), ':'), std::ptrdiff_t(2));
}

void MachineProbeTest::saysWhyGpusCannotBeRead_data()
{
    QTest::addColumn<QByteArray>("mode");
    QTest::addColumn<int>("problem");
    QTest::addColumn<QString>("words");
    QTest::addRow("driver updated, module not")
        << QByteArray("mismatch") << int(GpuProblem::DriverMismatch) << QStringLiteral("mismatch");
    QTest::addRow("module not loaded") << QByteArray("unloaded") << int(GpuProblem::NoDriver)
                                       << QStringLiteral("Not Loaded");
    QTest::addRow("driver hangs") << QByteArray("hang") << int(GpuProblem::TimedOut) << QStringLiteral("1 s");
}

void MachineProbeTest::saysWhyGpusCannotBeRead()
{
    QFETCH(QByteArray, mode);
    QFETCH(int, problem);
    QFETCH(QString, words);
    qputenv("MOTLEY_TEST_NVML", mode);
    const ProbeReport report = probeMachine(std::chrono::seconds(1));
    qunsetenv("MOTLEY_TEST_NVML");
    QCOMPARE(int(report.gpuProblem), problem);
    QVERIFY2(QString::fromStdString(report.gpuDetail).contains(words), report.gpuDetail.c_str());
    QVERIFY(report.gpus.empty());
}

QTEST_GUILESS_MAIN(MachineProbeTest)
#include "tst_machineprobe.moc"
