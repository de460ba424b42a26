// The counters in the system's files become percentages of the time between two readings.
#include "engine/machine/loadcounters.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace motley;

class LoadCountersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void saysWhoUsesTheProcessors();
    void countsWhatALimitTakes_data();
    void countsWhatALimitTakes();
    void seesSwappingHeatAndLostPackets();
    void countsWhatAFullMemoryReadsAgain_data();
    void countsWhatAFullMemoryReadsAgain();
    void readsClocksAndTheLink();
    void saysNothingOfWhatIsNotThere();
    void readsThisComputer();

private:
    void write(const QString &name, const QByteArray &text) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    LoadSources m_sources;
};

void LoadCountersTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    const std::string folder = m_folder->path().toStdString();
    m_sources
        = {folder + "/proc", folder + "/cpu", {folder + "/group"}, {folder + "/memory"}, folder + "/link", {41, 42}};
}

void LoadCountersTest::write(const QString &name, const QByteArray &text) const
{
    const QString path = m_folder->filePath(name);
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(file.write(text) == text.size());
}

void LoadCountersTest::saysWhoUsesTheProcessors()
{
    write("proc/stat", "cpu  100 0 50 800 20 0 0 10 0 0\ncpu0 1 2 3\n");
    write("proc/41/stat", "41 (a) b (c) R 1 41 41 0 -1 4194304 100 0 0 0 30 5 0 0 20 0\n");
    write("proc/42/stat", "42 (worker) S 1 42 42 0 -1 4194304 100 0 0 0 10 5 0 0 20 0\n");
    const LoadCounters before = readLoad(m_sources);
    QCOMPARE(before.rankTicks, 50);
    write("proc/stat", "cpu  600 0 150 1000 120 0 0 110 0 0\ncpu0 1 2 3\n");
    write("proc/41/stat", "41 (a) b (c) R 1 41 41 0 -1 4194304 100 0 0 0 230 5 0 0 20 0\n");
    write("proc/42/stat", "42 (worker) S 1 42 42 0 -1 4194304 100 0 0 0 60 55 0 0 20 0\n");
    Telemetry sample;
    describeLoad(before, readLoad(m_sources), m_sources, sample);
    QCOMPARE(sample.cpuPercent.value(), 70.0);
    QCOMPARE(sample.diskWaitPercent.value(), 10.0);
    QCOMPARE(sample.stolenPercent.value(), 10.0);
    QCOMPARE(sample.otherCpuPercent.value(), 30.0);
}

void LoadCountersTest::countsWhatALimitTakes_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addRow("version 2") << QByteArray("nr_throttled 3\nthrottled_usec 500000\n");
    QTest::addRow("version 1") << QByteArray("nr_throttled 3\nthrottled_time 500000000\n");
}

void LoadCountersTest::countsWhatALimitTakes()
{
    QFETCH(QByteArray, line);
    write("group/cpu.stat", line);
    LoadCounters after = readLoad(m_sources);
    LoadCounters before = after;
    before.throttledMicroseconds = 0;
    before.seconds = after.seconds - 2;
    Telemetry sample;
    describeLoad(before, after, m_sources, sample);
    QCOMPARE(sample.throttledPercent.value(), 25.0);
}

void LoadCountersTest::seesSwappingHeatAndLostPackets()
{
    write("proc/vmstat", "nr_free_pages 5\npswpin 10\npswpout 20\n");
    write("proc/net/snmp", "Ip: A\nIp: 1\nTcp: RtoAlgorithm MaxConn OutSegs RetransSegs\nTcp: 1 -1 1000 10\n");
    write("cpu/cpu0/thermal_throttle/core_throttle_count", "7\n");
    write("cpu/cpu1/thermal_throttle/core_throttle_count", "8\n");
    LoadCounters before = readLoad(m_sources);
    QCOMPARE(before.heatEvents.value(), 15);
    write("proc/vmstat", "nr_free_pages 5\npswpin 20\npswpout 20\n");
    write("proc/net/snmp", "Ip: A\nIp: 1\nTcp: RtoAlgorithm MaxConn OutSegs RetransSegs\nTcp: 1 -1 1200 30\n");
    write("cpu/cpu1/thermal_throttle/core_throttle_count", "9\n");
    Telemetry sample;
    LoadCounters after = readLoad(m_sources);
    after.seconds = before.seconds + 1;
    describeLoad(before, after, m_sources, sample);
    QVERIFY(*sample.swapBytesPerSecond >= 10 * 4096);
    QCOMPARE(sample.heatEvents.value(), 1);
    QCOMPARE(sample.resentPercent.value(), 10.0);
}

void LoadCountersTest::countsWhatAFullMemoryReadsAgain_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<bool>("isFull");
    const QString first = QStringLiteral("memory/memory.failcnt");
    const QString second = QStringLiteral("memory/memory.events");
    QTest::addRow("limit of version 1") << first << QByteArray("5\n") << QByteArray("6\n") << true;
    QTest::addRow("limit of version 2") << second << QByteArray("low 0\nhigh 0\nmax 3\n")
                                        << QByteArray("low 0\nhigh 0\nmax 9\n") << true;
    QTest::addRow("whole machine") << QStringLiteral("proc/vmstat")
                                   << QByteArray("pswpin 0\npswpout 0\nallocstall_normal 0\n")
                                   << QByteArray("pswpin 0\npswpout 0\nallocstall_normal 2\n") << true;
    QTest::addRow("first reading of a file") << first << QByteArray("5\n") << QByteArray("5\n") << false;
}

void LoadCountersTest::countsWhatAFullMemoryReadsAgain()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(bool, isFull);
    write("proc/vmstat", "pswpin 0\npswpout 0\n");
    write("proc/41/stat", "41 (worker) D 1 41 41 0 -1 4194304 100 0 7 0 30 5 0 0 20 0\n");
    write(file, before);
    const LoadCounters early = readLoad(m_sources);
    write("proc/41/stat", "41 (worker) D 1 41 41 0 -1 4194304 100 0 1007 0 30 5 0 0 20 0\n");
    write(file, after);
    LoadCounters late = readLoad(m_sources);
    late.seconds = early.seconds + 2;
    Telemetry sample;
    describeLoad(early, late, m_sources, sample);
    QCOMPARE(sample.swapBytesPerSecond.value(), isFull ? 500. * double(sysconf(_SC_PAGESIZE)) : 0.);
}

void LoadCountersTest::readsClocksAndTheLink()
{
    write("cpu/cpu0/cpufreq/scaling_cur_freq", "3000000\n");
    write("cpu/cpu1/cpufreq/scaling_cur_freq", "2000000\n");
    write("link/speed", "1000\n");
    Telemetry sample;
    const LoadCounters now = readLoad(m_sources);
    describeLoad(now, now, m_sources, sample);
    QCOMPARE(sample.clockMegahertz.value(), 2500.0);
    QCOMPARE(sample.linkMegabits.value(), 1000);
    write("link/speed", "-1\n"); // a link that is down
    describeLoad(now, now, m_sources, sample = {});
    QVERIFY(!sample.linkMegabits);
}

void LoadCountersTest::saysNothingOfWhatIsNotThere()
{
    Telemetry sample;
    describeLoad(readLoad(m_sources), readLoad(m_sources), m_sources, sample);
    QCOMPARE(sample, Telemetry());
}

void LoadCountersTest::readsThisComputer()
{
    LoadSources sources;
    sources.ranks = {int(QCoreApplication::applicationPid())};
    const LoadCounters before = readLoad(sources);
    // Until the kernel has counted some of this process's time.
    QTRY_VERIFY_WITH_TIMEOUT(readLoad(sources).rankTicks > before.rankTicks, 20000);
    QTRY_VERIFY_WITH_TIMEOUT(readLoad(sources).allTicks > before.allTicks, 20000); // updated at another moment
}

QTEST_GUILESS_MAIN(LoadCountersTest)
#include "tst_loadcounters.moc"
