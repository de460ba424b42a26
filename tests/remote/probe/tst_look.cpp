// The script of a look at this computer, with the nvidia-smi of several machines, and what becomes of its answers.
#include "remote/probe/look.h"
#include "remote/probe/probe.h"
#include "remote/session/localsession.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

class LookTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { qputenv("PATH", m_path); }

    void seesWhatThisComputerDoes_data()
    {
        QTest::addColumn<QStringList>("shell");
        QTest::addRow("sh") << QStringList{"sh"};
        QTest::addRow("bash") << QStringList{"bash"};
        QTest::addRow("busybox") << QStringList{"busybox", "sh"};
    }
    void seesWhatThisComputerDoes()
    {
        QFETCH(QStringList, shell);
        std::vector<std::string> words;
        for (const auto &word : shell + QStringList{"-c"})
            words.push_back(word.toStdString());
        words.emplace_back(lookScript());
        const auto result = runProgram(words);
        if (!result)
            QSKIP("This shell is not installed; cmake/install-packages test installs it.");
        QCOMPARE(QByteArray::fromStdString(result->errors), QByteArray());
        const auto seen = parseLook(result->output);
        QVERIFY2(seen, result->output.c_str());
        QVERIFY(seen->processors && seen->processors->all > seen->processors->busy);
        QVERIFY(seen->processorsPercent);
        QVERIFY(*seen->processorsPercent >= 0 && *seen->processorsPercent <= 100);
        QVERIFY(seen->memoryTotalBytes && seen->memoryAvailableBytes);
        QVERIFY(*seen->memoryAvailableBytes <= *seen->memoryTotalBytes);
    }

    void isShorterThanTheProbeAndLeavesNothingBehind()
    {
        QVERIFY(lookScript().size() < probeScript().size());
        QTemporaryDir home;
        LocalSession here;
        const auto result = here.run("HOME=" + shellQuoted(home.path().toStdString())
            + " TMPDIR=" + shellQuoted(home.path().toStdString()) + " sh -c " + shellQuoted(lookScript()));
        QVERIFY(result);
        QVERIFY(parseLook(result->output));
        QCOMPARE(QDir(home.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList());
    }

    void tellsWhoseProcessesComputeOnAGpu()
    {
        const Look seen = withGpusOf("busy");
        QCOMPARE(seen.gpus.size(), std::size_t(2));
        QCOMPARE(seen.gpus[0].utilizationPercent, std::optional(87.0));
        QCOMPARE(seen.gpus[0].temperatureCelsius, std::optional(71.0));
        QCOMPARE(seen.gpus[0].processes, std::optional(1));
        QCOMPARE(seen.gpus[1].processes, std::optional(0));
        QCOMPARE(seen.gpuUses.size(), std::size_t(1));
        const GpuUse &use = seen.gpuUses.front();
        QCOMPARE(use.gpu, seen.gpus[0].uuid);
        QCOMPARE(QString::fromStdString(use.account), QFileInfo(QStringLiteral("/proc/1")).owner());
        QVERIFY(!use.program.empty());
        QCOMPARE(use.memoryBytes, std::optional(std::int64_t(36855) << 20));
    }

    // The driver of this folder answers with the UUID alone, as it was recorded for another question.
    void countsProcessesOfWhichNoMoreIsKnown()
    {
        const Look seen = withGpusOf("driver440");
        QCOMPARE(seen.gpus.size(), std::size_t(1));
        QCOMPARE(seen.gpus[0].powerWatts, std::optional(176.98));
        QCOMPARE(seen.gpus[0].processes, std::optional(1));
        QCOMPARE(seen.gpuUses.size(), std::size_t(1));
        QVERIFY(seen.gpuUses.front().account.empty());
        QVERIFY(!seen.gpuUses.front().memoryBytes);
    }

    void bringsAReportUpToDate()
    {
        ProbeReport report;
        GpuReport gpu;
        gpu.uuid = "GPU-1";
        gpu.name = "A";
        gpu.computeCapability = "8.9";
        gpu.utilizationPercent = 3;
        report.gpus = {gpu};
        report.memoryAvailableBytes = 5;
        Look seen;
        seen.memoryAvailableBytes = 7;
        seen.gpus = {{.uuid = "GPU-1", .utilizationPercent = 90, .temperatureCelsius = 60}};
        QVERIFY(update(report, seen));
        QCOMPARE(report.memoryAvailableBytes, std::optional<std::int64_t>(7));
        QCOMPARE(report.gpus[0].utilizationPercent, std::optional(90.0));
        QCOMPARE(report.gpus[0].computeCapability, std::optional<std::string>("8.9")); // which a look does not ask for
        const ProbeReport before = report;
        seen.gpus[0].uuid = "GPU-2";
        QVERIFY(!update(report, seen));
        seen.gpus.clear();
        QVERIFY(!update(report, seen));
        QVERIFY(report == before);
    }

    void theBusyPartIsThatBetweenTwoLooks()
    {
        using Times = std::optional<ProcessorTimes>;
        QCOMPARE(busyPercent(Times({100, 1000}), Times({150, 1100})), std::optional(50.0));
        QVERIFY(!busyPercent(Times({100, 1000}), Times({0, 10}))); // it was started again
        QVERIFY(!busyPercent(Times({100, 1000}), Times({100, 1000})));
        QVERIFY(!busyPercent({}, Times({100, 1000})));
    }

    void nonsenseIsUnknown()
    {
        const auto seen = parsed("processors=\nprocessors=1 2 -3 4 5\nmemtotal=-1\ngpucode=0\ngpuapps=known\n"
                                 "gpuapp=\ngpuapp=GPU-1, x, -5\ngpuapp=GPU-1, 7, 99999999999999999999\n"
                                 "process=\nprocess=7 ada\x1b[31m evil\n");
        QVERIFY(!seen.processors);
        QVERIFY(!seen.processorsPercent);
        QVERIFY(!seen.memoryTotalBytes);
        QCOMPARE(seen.gpuUses.size(), std::size_t(3));
        QVERIFY(!seen.gpuUses[1].memoryBytes && !seen.gpuUses[2].memoryBytes);
        QVERIFY(seen.gpuUses[2].account.find('\x1b') == std::string::npos);
        std::string many = "gpuapps=known\n";
        for (int i = 0; i < 5000; ++i)
            many += "gpuapp=GPU-1, 7, 1\n";
        QCOMPARE(parsed(many).gpuUses.size(), std::size_t(256));
        QVERIFY(!parseLook("begin=motley-probe-1\nprocessors=1 2 3 4 5\n")); // cut off
    }

private:
    // With the nvidia-smi of tests/remote/data/<machine> first in PATH.
    Look withGpusOf(const QString &machine)
    {
        qputenv("PATH", (TEST_DATA "/" + machine).toLocal8Bit() + ':' + m_path);
        LocalSession here;
        const auto seen = look(here);
        if (!seen)
            qFatal("%s", seen.error().message.c_str());
        return *seen;
    }
    static Look parsed(const std::string &lines)
    {
        const auto seen = parseLook("begin=motley-probe-1\n" + lines + "end=motley-probe-1\n");
        if (!seen)
            qFatal("%s", seen.error().message.c_str());
        return *seen;
    }

    const QByteArray m_path = qgetenv("PATH");
};

QTEST_GUILESS_MAIN(LookTest)
#include "tst_look.moc"
