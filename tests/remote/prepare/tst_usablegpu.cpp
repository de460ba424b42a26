// Which GPUs take part in a run, what is fetched for them, and why other GPUs do not: with the nvidia-smi of several
// machines first in PATH, as in tst_probe.
#include "noprompter.h"
#include "remote/engine/enginecommands.h"
#include "remote/engine/enginelocation.h"
#include "remote/prepare/preparation.h"
#include "remote/prepare/usablegpu.h"
#include "remote/session/localsession.h"
#include "tests/fixtures/tinyimages.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <mutex>

using namespace motley;

class UsableGpuTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Uses a copy of the engine, and beside it a plug-in that needs a library which no computer has, as this one may
    // have CUDA's libraries.
    void initTestCase()
    {
        const auto engine = findEngine();
        if (!engine)
            QFAIL(engine.error().message.c_str());
        const QString found = QString::fromStdString(*engine);
        QVERIFY(QDir(m_folder.path()).mkdir("bin"));
        QVERIFY(QFile::copy(found, m_folder.filePath("bin/motley-engine")));
        for (const char *part : {"torch", "nvidia"}) // where it looks for them
            QVERIFY(QFile::link(
                QFileInfo(QFileInfo(found).path() + "/../" + part).canonicalFilePath(), m_folder.filePath(part)));
        QFile self(QCoreApplication::applicationFilePath());
        QFile plugin(m_folder.filePath("bin/libmotley-cuda.so"));
        QVERIFY(self.open(QFile::ReadOnly));
        QVERIFY(plugin.open(QFile::WriteOnly));
        plugin.write(self.readAll().replace("libQt6Core.so.6", "libQt6Gone.so.6"));
        qputenv("MOTLEY_ENGINE", m_folder.filePath("bin/motley-engine").toLocal8Bit());
        qputenv("MOTLEY_FETCH_CUDA", m_folder.filePath("fetch").toLocal8Bit());
        QFile fetcher(m_folder.filePath("fetch"));
        QVERIFY(fetcher.open(QFile::WriteOnly));
        fetcher.write("#!/bin/sh\necho asked >> \"${0%/*}/asked\"\necho 'No address was found.' >&2\nexit 1\n");
        QVERIFY(fetcher.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
        writeTinyImages(m_folder.path().toStdString());
    }

    void knowsWhatSpeaksAgainstAGpu_data()
    {
        QTest::addColumn<QString>("driver");
        QTest::addColumn<QString>("generation");
        QTest::addColumn<QString>("words"); // empty: the GPU can be used
        QTest::addRow("new") << "580.65.06"
                             << "7.5"
                             << "";
        QTest::addRow("newest") << "610.11"
                                << "10.0"
                                << "";
        QTest::addRow("not known") << ""
                                   << ""
                                   << "";
        QTest::addRow("old driver") << "570.86.15"
                                    << "8.9"
                                    << "driver 570.86.15";
        QTest::addRow("old generation") << "580.65.06"
                                        << "7.0"
                                        << "compute capability 7.0";
    }
    void knowsWhatSpeaksAgainstAGpu()
    {
        QFETCH(QString, driver);
        QFETCH(QString, generation);
        QFETCH(QString, words);
        GpuReport gpu;
        gpu.name = "Some GPU";
        gpu.driverVersion = driver.toStdString();
        if (!generation.isEmpty())
            gpu.computeCapability = generation.toStdString();
        const auto obstacle = obstacleOf("box", gpu);
        QCOMPARE(obstacle.has_value(), !words.isEmpty());
        if (obstacle) {
            QVERIFY2(say(obstacle->phrase()).contains(words), qPrintable(say(obstacle->phrase())));
            QVERIFY2(say(obstacle->phrase()).contains("Some GPU of box"), qPrintable(say(obstacle->phrase())));
        }
    }

    void prepares_data()
    {
        using Devices = std::vector<Device>;
        const Device anyGpu{Device::Kind::Cuda, {}};
        const Device titan{Device::Kind::Cuda, "GPU-b5169cef-2205-c30e-f2b3-220cfa14bafd"};
        QTest::addColumn<QString>("machine"); // whose nvidia-smi it is
        QTest::addColumn<Devices>("ticked");
        QTest::addColumn<QString>("error"); // empty: no error
        QTest::addColumn<bool>("fetches");
        QTest::addRow("a GPU, nothing ticked") << "driver580" << Devices{} << "No address was found." << true;
        QTest::addRow("a GPU, ticked") << "driver580" << Devices{anyGpu} << "fetch" << true;
        QTest::addRow("a GPU, its processor ticked") << "driver580" << Devices{{}} << "" << false;
        QTest::addRow("one too old, ticked") << "driver580" << Devices{titan} << "compute capability 7.0" << false;
        QTest::addRow("old driver, nothing ticked") << "driver440" << Devices{} << "" << false;
        QTest::addRow("old driver, ticked") << "driver440" << Devices{anyGpu} << "driver 440.64" << false;
        QTest::addRow("no GPU, ticked") << "nodevices" << Devices{anyGpu} << "no GPU that could be used" << false;
    }
    void prepares()
    {
        QFETCH(QString, machine);
        QFETCH(std::vector<Device>, ticked);
        QFETCH(QString, error);
        QFETCH(bool, fetches);
        qputenv("PATH", (TEST_DATA "/" + machine).toLocal8Bit() + ':' + m_path);
        QFile::remove(m_folder.filePath("asked"));
        QStringList stages;
        const auto measured = measure(ticked, stages);
        QCOMPARE(QFile::exists(m_folder.filePath("asked")), fetches);
        QCOMPARE(stages.filter("CUDA").size(), fetches ? 1 : 0);
        QVERIFY2(measured.has_value() == error.isEmpty(), measured ? "" : measured.error().message.c_str());
        if (!measured) {
            QVERIFY2(measured.error().message.find(error.toStdString()) != std::string::npos,
                measured.error().message.c_str());
            return;
        }
        QCOMPARE(measured->front().candidates.size(), std::size_t(1));
        QCOMPARE(measured->front().candidates.front().device, Device{});
        QVERIFY(measured->front().candidates.front().speed->samplesPerSecond > 0);
    }

    void fetchesNothingForAnEngineThatWasBuiltWithoutCuda()
    {
        qputenv("PATH", TEST_DATA "/driver580:" + m_path);
        QFile::remove(m_folder.filePath("asked"));
        QVERIFY(QFile::remove(m_folder.filePath("bin/libmotley-cuda.so")));
        QStringList stages;
        const auto measured = measure({{Device::Kind::Cuda, {}}}, stages);
        QVERIFY(!measured);
        QVERIFY2(
            measured.error().message.find("built without CUDA") != std::string::npos, measured.error().message.c_str());
        QVERIFY(!QFile::exists(m_folder.filePath("asked")));
    }

    void saysOnceWhyTheEngineFailed()
    {
        const QString program = m_folder.filePath("failing");
        QFile engine(program);
        QVERIFY(engine.open(QFile::WriteOnly));
        engine.write("#!/bin/sh\ncat >/dev/null\necho 'a library: warning' >&2\necho 'No driver.' >&2\nexit 1\n");
        QVERIFY(engine.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
        engine.close();
        LocalSession session;
        const auto speed = measureDevice(session, program.toStdString(), {}, {Device::Kind::Cuda, "GPU-1"}, {1}, {});
        QVERIFY(!speed);
        QVERIFY2(QString::fromStdString(speed.error().message).endsWith(": No driver."), speed.error().message.c_str());
        QCOMPARE(QByteArray::fromStdString(speed.error().detail), QByteArray("a library: warning"));
    }

private:
    Result<std::vector<CandidateMachine>> measure(const std::vector<Device> &ticked, QStringList &stages) const
    {
        RunRequest request;
        request.job.name = "choice";
        request.job.task = ImageSpec{{}, {m_folder.path().toStdString(), true}};
        request.machines = {{Machine::Kind::ThisComputer, "local", {}, {}}};
        request.devices = {ticked};
        std::mutex mutex;
        PreparationObserver observer;
        observer.entered = [](PreparationStage) {};
        observer.progressed = [&](const MachineProgress &progress) {
            const std::lock_guard lock(mutex);
            stages << progress.stage;
        };
        NoPrompter prompter;
        return measureMachines(request, prompter, observer, {});
    }

    QTemporaryDir m_folder;
    const QByteArray m_path = qgetenv("PATH");
};

QTEST_GUILESS_MAIN(UsableGpuTest)
#include "tst_usablegpu.moc"
