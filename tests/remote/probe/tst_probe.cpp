// The probe script on this computer, with the nvidia-smi of several machines, and its parser on good and bad output.
#include "remote/probe/probe.h"
#include "remote/session/localsession.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

#include <cmath>

using namespace motley;

namespace {

QByteArray bootId()
{
    QFile file(QStringLiteral("/proc/sys/kernel/random/boot_id"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed() : QByteArray();
}

} // namespace

class ProbeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { qputenv("PATH", m_path); }

    void knowsThisComputer_data()
    {
        QTest::addColumn<QStringList>("shell");
        QTest::addRow("sh") << QStringList{"sh"};
        QTest::addRow("dash") << QStringList{"dash"};
        QTest::addRow("bash") << QStringList{"bash"};
        QTest::addRow("busybox") << QStringList{"busybox", "sh"};
    }
    void knowsThisComputer()
    {
        QFETCH(QStringList, shell);
        std::vector<std::string> words;
        for (const auto &word : shell + QStringList{"-c"})
            words.push_back(word.toStdString());
        words.emplace_back(probeScript());
        const auto result = runProgram(words);
        if (!result)
            QSKIP("This shell is not installed; cmake/install-packages test installs it.");
        QCOMPARE(QByteArray::fromStdString(result->errors), QByteArray());
        const auto report = parseProbeOutput(result->output);
        QVERIFY2(report, result->output.c_str());
        QCOMPARE(QString::fromStdString(report->hostName), QSysInfo::machineHostName());
        QCOMPARE(QString::fromStdString(report->kernel), QSysInfo::kernelVersion());
        QVERIFY(!report->architecture.empty());
        QCOMPARE(QString::fromStdString(report->operatingSystem), QSysInfo::prettyProductName());
        QVERIFY(report->glibc);
        QVERIFY(report->glibc->starts_with("2."));
        QVERIFY(report->runningSystem);
        QVERIFY2(report->runningSystem->starts_with(bootId().toStdString() + " pid:["), report->runningSystem->c_str());
        QVERIFY(report->cpuCount >= 1);
        QVERIFY(!report->cpuModel.empty());
        QVERIFY(report->memoryTotalBytes);
        QVERIFY(*report->memoryTotalBytes > 1 << 28);
        QVERIFY(report->memoryAvailableBytes);
        QVERIFY(*report->memoryAvailableBytes <= *report->memoryTotalBytes);
        QCOMPARE(report->home, std::string(qgetenv("HOME")));
        QVERIFY(report->installRoot.starts_with('/'));
        QVERIFY(report->diskFreeBytes);
        QVERIFY(*report->diskFreeBytes > 1 << 20);
        const auto loopback = std::find_if(report->interfaces.begin(), report->interfaces.end(),
            [](const InterfaceReport &interface) { return interface.name == "lo"; });
        QVERIFY(loopback != report->interfaces.end());
        QVERIFY(loopback->loopback);
        QVERIFY(loopback->up);
        QCOMPARE(loopback->addresses.front(), std::string("127.0.0.1/8"));
    }

    // Containers of one kernel have one boot id, and here even one host name and one machine id.
    void aContainerIsAnotherSystem()
    {
        LocalSession here;
        const auto outside = probe(here);
        const auto again = probe(here);
        QVERIFY(outside && again);
        QCOMPARE(again->runningSystem, outside->runningSystem);
        const std::vector<std::vector<std::string>> kinds{{"--pid", "--fork", "--mount-proc"}, {"--net"}};
        for (const std::vector<std::string> &own : kinds) {
            std::vector<std::string> words{"unshare"};
            if (::geteuid() != 0)
                words.insert(words.end(), {"--user", "--map-root-user"});
            words.insert(words.end(), own.begin(), own.end());
            words.insert(words.end(), {"sh", "-c", std::string(probeScript())});
            const auto result = runProgram(words);
            if (!result || result->exitCode != 0)
                QSKIP("this system makes no namespaces");
            const auto inside = parseProbeOutput(result->output);
            QVERIFY2(inside, result->output.c_str());
            QVERIFY(inside->runningSystem);
            QVERIFY(inside->runningSystem->starts_with(bootId().toStdString()));
            QVERIFY(inside->runningSystem != outside->runningSystem);
        }
    }

    void hardlyDiffersFromThisComputersClock()
    {
        LocalSession here;
        const auto report = probe(here);
        QVERIFY(report);
        QVERIFY(report->clockOffsetSeconds);
        QVERIFY2(std::abs(*report->clockOffsetSeconds) < 0.5, QByteArray::number(*report->clockOffsetSeconds));
    }

    void isShortEnoughForOneCommand() { QVERIFY(probeScript().size() < 6000); }

    void leavesNothingBehind()
    {
        QTemporaryDir home;
        LocalSession here;
        const auto result = here.run("HOME=" + shellQuoted(home.path().toStdString())
            + " TMPDIR=" + shellQuoted(home.path().toStdString()) + " sh -c " + shellQuoted(probeScript()));
        QVERIFY(result);
        QCOMPARE(parseProbeOutput(result->output)->installRoot, home.path().toStdString() + "/.local/share/motley");
        QCOMPARE(QDir(home.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList());
    }

    // In /tmp anybody can create a file of a known name in advance, so the script must not write and run one.
    void runsNothingThatSomebodyElsePrepared()
    {
        QTemporaryDir home;
        LocalSession here;
        CommandOptions options;
        options.silenceLimit = std::chrono::seconds(20);
        const auto result = here.run("HOME=" + shellQuoted(home.path().toStdString())
                + "; export HOME; unset XDG_DATA_HOME; "
                + "exec sh -c 'mkfifo \"$HOME/.motley-test-$$\"; exec sh -c \"$1\"' sh " + shellQuoted(probeScript()),
            options);
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        const auto report = parseProbeOutput(result->output);
        QVERIFY(report);
        QCOMPARE(report->installRoot, home.path().toStdString() + "/.local/share/motley");
        const auto left
            = QDir(home.path()).entryList(QDir::AllEntries | QDir::System | QDir::Hidden | QDir::NoDotAndDotDot);
        QCOMPARE(left.size(), 1); // the prepared file alone
    }

    void goesToAnotherRootThanBelowAFolderThatOthersCanChange()
    {
        QTemporaryDir home;
        const auto shared = home.filePath("shared").toStdString();
        QVERIFY(QDir().mkpath(home.filePath("shared/home")));
        QVERIFY(::chmod(shared.c_str(), 0777) == 0);
        LocalSession here;
        const auto result = here.run(
            "unset XDG_DATA_HOME; HOME=" + shellQuoted(shared + "/home") + " sh -c " + shellQuoted(probeScript()));
        QVERIFY(result);
        const auto root = parseProbeOutput(result->output)->installRoot;
        QVERIFY2(!root.empty(), root.c_str());
        QVERIFY2(!root.starts_with(shared), root.c_str());
    }

    void goesToAnotherRootWithoutAHome()
    {
        LocalSession here;
        const auto result = here.run("unset HOME XDG_DATA_HOME; sh -c " + shellQuoted(probeScript()));
        QVERIFY(result);
        const auto report = parseProbeOutput(result->output);
        QVERIFY(report);
        QCOMPARE(report->home, std::string());
        QVERIFY(report->installRoot.starts_with("/var/tmp/motley-") || report->installRoot.starts_with("/tmp/motley-"));
    }

    void readsTheGpusOfAnOldDriver()
    {
        const auto report = withGpusOf("driver440");
        QCOMPARE(report.gpus.size(), std::size_t(1));
        const auto &gpu = report.gpus.front();
        QCOMPARE(gpu.uuid, std::string("GPU-22b2c6ac-2d49-4863-197c-9c469071178a"));
        QCOMPARE(gpu.name, std::string("GeForce RTX 2080"));
        QCOMPARE(gpu.pciBusId, std::string("00000000:0A:00.0"));
        QCOMPARE(gpu.driverVersion, std::string("440.64"));
        QCOMPARE(gpu.memoryTotalBytes, std::optional<std::int64_t>(7979LL << 20));
        QVERIFY(!gpu.memoryFreeBytes);
        QCOMPARE(gpu.utilizationPercent, std::optional(86.0));
        QCOMPARE(gpu.powerWatts, std::optional(176.98));
        QCOMPARE(gpu.powerLimitWatts, std::optional(200.0));
        QCOMPARE(gpu.temperatureCelsius, std::optional(45.0));
        QVERIFY(!gpu.computeCapability);
        QCOMPARE(gpu.processes, std::optional(1));
        QVERIFY(!gpu.mig);
        QCOMPARE(report.gpuProblem, GpuProblem::None);
    }

    void anUnknownIsNotANumber()
    {
        const auto report = withGpusOf("driver470");
        QCOMPARE(report.gpus.size(), std::size_t(1));
        const auto &gpu = report.gpus.front();
        QCOMPARE(gpu.memoryFreeBytes, std::optional<std::int64_t>(9029LL << 20));
        QVERIFY(!gpu.utilizationPercent);
        QVERIFY(!gpu.powerWatts);
        QVERIFY(!gpu.powerLimitWatts);
        QVERIFY(!gpu.computeCapability);
        QCOMPARE(gpu.processes, std::optional(0));
    }

    void tellsUnlikeGpusApart()
    {
        const auto report = withGpusOf("driver570");
        QCOMPARE(report.gpus.size(), std::size_t(2));
        QCOMPARE(report.gpus[0].computeCapability, std::optional<std::string>("7.0"));
        QCOMPARE(report.gpus[1].computeCapability, std::optional<std::string>("8.9"));
        QCOMPARE(report.gpus[0].processes, std::optional(2));
        QCOMPARE(report.gpus[1].processes, std::optional(0));
    }

    void listsTheInstancesOfASplitGpu()
    {
        const auto report = withGpusOf("mig");
        QCOMPARE(report.gpus.size(), std::size_t(3));
        QVERIFY(report.gpus[0].mig);
        QVERIFY(!report.gpus[1].mig);
        QCOMPARE(report.gpus[2].uuid, std::string("MIG-a25704ba-3a06-5299-a795-fd7cf4d13973"));
        QCOMPARE(report.gpus[2].name, std::string("NVIDIA A100-SXM4-80GB MIG 1g.10gb"));
        QCOMPARE(report.gpus[2].computeCapability, std::optional<std::string>("8.0"));
    }

    void saysWhatIsWrongWithTheDriver_data()
    {
        QTest::addColumn<QString>("machine");
        QTest::addColumn<int>("problem");
        QTest::addColumn<QString>("words");
        QTest::addRow("mismatch") << "mismatch" << int(GpuProblem::DriverMismatch) << "NVML library version: 580.126";
        QTest::addRow("no driver") << "nodriver" << int(GpuProblem::NoDriver) << "couldn't communicate";
        QTest::addRow("no devices") << "nodevices" << int(GpuProblem::None) << "";
        QTest::addRow("fallen off the bus") << "lost" << int(GpuProblem::Unreadable) << "fallen off the bus";
    }
    void saysWhatIsWrongWithTheDriver()
    {
        QFETCH(QString, machine);
        QFETCH(int, problem);
        QFETCH(QString, words);
        const auto report = withGpusOf(machine);
        QVERIFY(report.gpus.empty());
        QCOMPARE(int(report.gpuProblem), problem);
        QVERIFY(QString::fromStdString(report.gpuDetail).contains(words));
    }

    void aHangingDriverCostsTenSeconds()
    {
        QElapsedTimer clock;
        clock.start();
        const auto report = withGpusOf("hanging");
        QVERIFY(clock.elapsed() < 30000);
        QCOMPARE(report.gpuProblem, GpuProblem::TimedOut);
        QVERIFY(report.cpuCount >= 1);
    }

    void refusesWhatIsNoProbe_data()
    {
        QTest::addColumn<QByteArray>("output");
        QTest::addRow("nothing") << QByteArray();
        QTest::addRow("another program") << QByteArray("bash: sh: command not found\n");
        QTest::addRow("cut off") << QByteArray("begin=motley-probe-1\nhost=a\n");
        QTest::addRow("an end without a beginning") << QByteArray("host=a\nend=motley-probe-1\n");
        QTest::addRow("endless") << "begin=motley-probe-1\nhost=" + QByteArray(2 << 20, 'a') + "\nend=motley-probe-1\n";
    }
    void refusesWhatIsNoProbe()
    {
        QFETCH(QByteArray, output);
        const auto report = parseProbeOutput(output.toStdString());
        QVERIFY(!report);
        QVERIFY(!report.error().message.empty());
    }

    void nonsenseValuesAreUnknown()
    {
        const auto report = parsed(
            "host=a\x1b[31m\xff\xe2\x80\xae"
            "b\ncpus=-5\nmemtotal=99999999999999999999\nmemavailable=12x\n"
            "disk=-1\ncpumax=0 0\ncpumax=nonsense\nssh=only three words\nglibc=musl libc\n"
            "gpucode=0\ngpu=GPU-1, a\ngpu=, , , , , , , , , \ngpu=GPU-2, b, c, d, -1, 1e99, nan, inf, 0x10, 1.5.2\n"
            "net=\nnet=eth0 zz\naddr=eth0 notanaddress/8\n");
        QCOMPARE(report.cpuCount, 1);
        QVERIFY(!report.memoryTotalBytes);
        QVERIFY(!report.memoryAvailableBytes);
        QVERIFY(!report.diskFreeBytes);
        QVERIFY(!report.cpuQuota);
        QVERIFY(!report.glibc);
        QVERIFY(report.sshClientAddress.empty());
        QCOMPARE(report.gpus.size(), std::size_t(1));
        const auto &gpu = report.gpus.front();
        QVERIFY(!gpu.memoryTotalBytes);
        QVERIFY(!gpu.memoryFreeBytes);
        QVERIFY(!gpu.utilizationPercent);
        QVERIFY(!gpu.powerWatts);
        QVERIFY(!gpu.powerLimitWatts);
        QVERIFY(!gpu.temperatureCelsius);
        QVERIFY(report.hostName.find('\x1b') == std::string::npos);
        QVERIFY(report.hostName.find("\xe2\x80\xae") == std::string::npos);
        QVERIFY(report.interfaces.empty());
    }

    void theLeastQuotaOfAllGroupsCounts()
    {
        QCOMPARE(parsed("cpus=8\ncpumax=max 100000\ncpumax=400000 100000\ncpumax=50000 20000\n").cpuQuota,
            std::optional(2.5));
        QVERIFY(!parsed("cpus=2\ncpumax=400000 100000\n").cpuQuota);
        QVERIFY(!parsed("cpus=2\ncpumax=-1 100000\n").cpuQuota);
    }

    void findsAddressesWithoutIp()
    {
        const auto report = parsed("net=lo 0x9 unknown -1\nnet=eth0 0x1003 up 1000\n"
                                   "fib=        |-- 127.0.0.1\nfib=           /32 host LOCAL\n"
                                   "fib=        |-- 192.0.2.2\nfib=           /32 host LOCAL\n"
                                   "fib=        |-- 192.0.2.255\nfib=           /32 link BROADCAST\n"
                                   "route=Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\n"
                                   "route=eth0\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0\n"
                                   "route=eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0\n"
                                   "inet6=fd000000000000000000000000000002 02 40 00 80     eth0\n");
        QCOMPARE(report.interfaces.size(), std::size_t(2));
        QCOMPARE(report.interfaces[1].addresses, (std::vector<std::string>{"192.0.2.2/24", "fd00::2/64"}));
        QCOMPARE(report.interfaces[1].megabitsPerSecond, std::optional<std::int64_t>(1000));
    }

private:
    // Probes with the nvidia-smi of tests/remote/data/<machine> first in PATH.
    ProbeReport withGpusOf(const QString &machine)
    {
        qputenv("PATH", (TEST_DATA "/" + machine).toLocal8Bit() + ':' + m_path);
        LocalSession here;
        const auto report = probe(here);
        if (!report)
            qFatal("%s", report.error().message.c_str());
        return *report;
    }
    static ProbeReport parsed(const std::string &lines)
    {
        const auto report = parseProbeOutput("begin=motley-probe-1\n" + lines + "end=motley-probe-1\n");
        if (!report)
            qFatal("%s", report.error().message.c_str());
        return *report;
    }

    const QByteArray m_path = qgetenv("PATH");
};

QTEST_GUILESS_MAIN(ProbeTest)
#include "tst_probe.moc"
