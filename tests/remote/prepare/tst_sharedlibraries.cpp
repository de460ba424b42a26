// Which libraries travel with the engine, and what it needs of a machine. This test's own program is the example.
#include "remote/deploy/elffile.h"
#include "remote/deploy/sharedlibraries.h"
#include "remote/prepare/preparation.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <set>

using namespace motley;

namespace {

std::string self()
{
    return QCoreApplication::applicationFilePath().toStdString();
}

// The libraries that the dynamic linker itself finds (ldd), without the C and C++ run-time.
std::set<QString> libraryNamesByLdd()
{
    QProcess ldd;
    ldd.start("ldd", {QString::fromStdString(self())});
    if (!ldd.waitForFinished())
        return {};
    std::set<QString> names;
    for (const QString &line : QString::fromUtf8(ldd.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts)) {
        static const QRegularExpression system(
            "^\\s*(linux-vdso|/lib64/ld-|lib(c|m|dl|rt|pthread|util|resolv|stdc\\+\\+|gcc_s)\\.so)");
        if (!system.match(line).hasMatch())
            names.insert(line.trimmed().section(' ', 0, 0));
    }
    return names;
}

ProbeReport report(const char *architecture, std::optional<std::string> glibc)
{
    ProbeReport report;
    report.architecture = architecture;
    report.operatingSystem = "Debian GNU/Linux 11 (bullseye)";
    report.glibc = std::move(glibc);
    report.installRoot = "/home/me/.local/share/motley";
    return report;
}

} // namespace

class SharedLibrariesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsWhatTheDynamicLinkerFinds()
    {
        const auto closure = engineLibraries(self());
        QVERIFY(closure);
        std::set<QString> names;
        for (const auto &library : closure->libraries)
            names.insert(QFileInfo(QString::fromStdString(library)).fileName());
        QVERIFY(names.contains("libQt6Core.so.6"));
        QCOMPARE(names, libraryNamesByLdd());
    }

    void knowsTheArchitectureAndTheOldestGlibc()
    {
        const auto closure = engineLibraries(self());
        QVERIFY(closure);
        QCOMPARE(QString::fromStdString(closure->architecture), QSysInfo::buildCpuArchitecture());
        QVERIFY(compareVersions(closure->glibc, "2.14") >= 0);
        QVERIFY(compareVersions(closure->glibc, "2.99") < 0);
    }

    void namesTheLibraryThatIsMissing()
    {
        QTemporaryDir folder;
        const QString copy = folder.filePath("program");
        QFile file(QString::fromStdString(self()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        auto bytes = file.readAll();
        QVERIFY(bytes.contains("libQt6Core.so.6"));
        bytes.replace("libQt6Core.so.6", "libQt6Gone.so.6");
        QFile changed(copy);
        QVERIFY(changed.open(QIODevice::WriteOnly));
        changed.write(bytes);
        changed.close();
        const auto closure = engineLibraries(copy.toStdString());
        QVERIFY(!closure);
        QVERIFY(closure.error().message.find("libQt6Gone.so.6") != std::string::npos);
    }

    void endsInAnErrorOnBrokenFiles()
    {
        QFile file(QString::fromStdString(self()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto good = file.readAll();
        QTemporaryDir folder;
        const QString path = folder.filePath("broken");
        QRandomGenerator random(20);
        for (int i = 0; i < 300; ++i) {
            auto bytes = good.left(i % 3 == 0 ? random.bounded(int(good.size())) : good.size());
            for (int flips = 0; flips < 20 && !bytes.isEmpty(); ++flips)
                bytes[random.bounded(std::min<int>(int(bytes.size()), 4096))] = char(random.generate());
            QFile broken(path);
            QVERIFY(broken.open(QIODevice::WriteOnly));
            broken.write(bytes);
            broken.close();
            const auto facts = readElf(path.toStdString()); // must return, with facts or an error
            QVERIFY(facts || facts.error().message.find(path.toStdString()) != std::string::npos);
        }
    }

    void ordersVersionsByTheirNumbers_data()
    {
        QTest::addColumn<QString>("left");
        QTest::addColumn<QString>("right");
        QTest::addColumn<int>("order");
        QTest::addRow("numbers, not letters") << "2.9"
                                              << "2.34" << -1;
        QTest::addRow("three parts") << "2.2.5"
                                     << "2.3" << -1;
        QTest::addRow("same") << "2.31"
                              << "2.31" << 0;
        QTest::addRow("a distribution's suffix") << "2.31-13+deb11u5"
                                                 << "2.31" << 0;
        QTest::addRow("more parts are newer") << "2.2.5"
                                              << "2.2" << 1;
        QTest::addRow("nothing is oldest") << ""
                                           << "2.2" << -1;
    }
    void ordersVersionsByTheirNumbers()
    {
        QFETCH(QString, left);
        QFETCH(QString, right);
        QTEST(compareVersions(left.toStdString(), right.toStdString()), "order");
        QCOMPARE(compareVersions(right.toStdString(), left.toStdString()),
            -compareVersions(left.toStdString(), right.toStdString()));
    }

    void refusesAMachineThatCannotRunTheEngine_data()
    {
        QTest::addColumn<QString>("architecture");
        QTest::addColumn<QString>("glibc");
        QTest::addColumn<QString>("words");
        QTest::addRow("good") << "x86_64"
                              << "2.36"
                              << "";
        QTest::addRow("newer") << "x86_64"
                               << "2.41"
                               << "";
        QTest::addRow("old")
            << "x86_64"
            << "2.31"
            << "box runs Debian GNU/Linux 11 (bullseye) with glibc 2.31; the engine needs glibc 2.34 or newer";
        QTest::addRow("musl") << "x86_64"
                              << ""
                              << "box runs Debian GNU/Linux 11 (bullseye), whose C library is not glibc";
        QTest::addRow("other processor") << "aarch64"
                                         << "2.36"
                                         << "box has a processor of the kind aarch64";
    }
    void refusesAMachineThatCannotRunTheEngine()
    {
        QFETCH(QString, architecture);
        QFETCH(QString, glibc);
        QFETCH(QString, words);
        const auto has
            = report(architecture.toUtf8(), glibc.isEmpty() ? std::nullopt : std::optional(glibc.toStdString()));
        const auto checked = checkMachine("box", has, {"x86_64", "2.34"});
        QCOMPARE(checked.has_value(), words.isEmpty());
        if (!checked)
            QVERIFY2(checked.error().message.find(words.toStdString()) != std::string::npos,
                checked.error().message.c_str());
    }

    void sharesProcessorsAmongRanks_data()
    {
        QTest::addColumn<int>("processors");
        QTest::addColumn<double>("quota"); // 0: no quota
        QTest::addColumn<int>("ranks");
        QTest::addColumn<int>("threads");
        QTest::addRow("alone") << 8 << 0.0 << 1 << 8;
        QTest::addRow("three on eight") << 8 << 0.0 << 3 << 2;
        QTest::addRow("more ranks than processors") << 2 << 0.0 << 4 << 1;
        QTest::addRow("a small quota") << 2 << 0.4 << 1 << 2;
        QTest::addRow("a quota of two and a half") << 8 << 2.5 << 1 << 8;
    }
    void sharesProcessorsAmongRanks()
    {
        QFETCH(int, processors);
        QFETCH(double, quota);
        QFETCH(int, ranks);
        ProbeReport machine;
        machine.cpuCount = processors;
        if (quota > 0)
            machine.cpuQuota = quota;
        QTEST(threadsPerRank(machine, ranks), "threads");
    }
};

QTEST_GUILESS_MAIN(SharedLibrariesTest)
#include "tst_sharedlibraries.moc"
