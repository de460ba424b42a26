// The engine's program on simulated GPUs: whole runs with their agents and ranks as processes.
#include "engine/base/textfile.h"
#include "tests/engine/agent/loopbackrun.h"
#include "tests/fixtures/tinyimages.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <signal.h>

#include <cmath>

using namespace motley;

namespace {

QByteArray contentsOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

template <typename Body>
std::vector<Body> eventsIn(const QString &runFolder)
{
    std::vector<Body> found;
    for (const QByteArray &line : contentsOf(runFolder + "/events.jsonl").split('\n'))
        if (const auto event = parseEvent(line.toStdString()))
            if (const auto *body = std::get_if<Body>(&event->body))
                found.push_back(*body);
    return found;
}

// Process ids of the ranks of a run, by rank; 0: not started yet.
int rankProcess(const QString &runFolder, int rank)
{
    for (const QString &number : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        const QList<QByteArray> words = contentsOf("/proc/" + number + "/cmdline").split('\0');
        if (words.size() > 4 && words[1] == "worker" && words[2] == runFolder.toUtf8()
            && words[4] == QByteArray::number(rank))
            return number.toInt();
    }
    return 0;
}

QByteArray variableOf(int process, const QByteArray &name)
{
    for (const QByteArray &variable : contentsOf(QStringLiteral("/proc/%1/environ").arg(process)).split('\0'))
        if (variable.startsWith(name + '='))
            return variable.mid(name.size() + 1);
    return {};
}

} // namespace

class GpuRunsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void trainsAsTheCpu_data();
    void trainsAsTheCpu();
    void goesOnWhereAnotherDeviceStopped_data();
    void goesOnWhereAnotherDeviceStopped();
    void endsQuietly();
    void goesOnWithoutAKilledRank_data();
    void goesOnWithoutAKilledRank();
    void warnsOfAPrecisionThatAGpuLacks();
    void usesOnlyTheGpusThatItMay();
    void startsRanksWithoutForeignLibraries();
    void testsAModelOnAGpu();

private:
    QString freshFolder() { return m_folder.filePath(QString("run-%1").arg(++m_folders)); }
    QString jobFile(std::int64_t steps, PrecisionSpec::Kind precision = PrecisionSpec::Kind::Float32);
    EngineAnswer engine(const QStringList &arguments) const
    {
        return runProgram(QStringLiteral(MOTLEY_SIMULATED_ENGINE), arguments);
    }
    QString train(const QString &job, const QStringList &arguments);

    QTemporaryDir m_folder;
    int m_folders = 0;
};

void GpuRunsTest::initTestCase()
{
    writeTinyImages(m_folder.filePath("data").toStdString());
}

QString GpuRunsTest::jobFile(std::int64_t steps, PrecisionSpec::Kind precision)
{
    JobSpec job;
    job.name = "tiny";
    job.batch = 32;
    job.epochs = 100000;
    job.maxSteps = steps;
    job.precision.kind = precision;
    std::get<ImageSpec>(job.task).model.width = 8;
    std::get<ImageSpec>(job.task).data.folder = m_folder.filePath("data").toStdString();
    job.schedule.peak = 0.001;
    job.schedule.kind = ScheduleSpec::Kind::Constant;
    job.evaluateEveryEpochs = 100000;
    job.checkpoint.everySteps = 10;
    const QString path = m_folder.filePath(QString("job-%1-%2.json").arg(steps).arg(int(precision)));
    if (!writeTextFile(path.toStdString(), toJson(job)))
        qFatal("no job file");
    return path;
}

// Returns the run's folder; empty: it failed.
QString GpuRunsTest::train(const QString &job, const QStringList &arguments)
{
    const QString folder = freshFolder();
    const EngineAnswer answer = engine(QStringList{"train", job, "--threads", "1", "--run-folder", folder} + arguments);
    if (answer.exitCode != 0)
        qWarning("%s%s", answer.output.constData(), answer.errors.constData());
    return answer.exitCode == 0 ? folder : QString();
}

namespace {

void compareSteps(const QString &expected, const QString &found, std::size_t firstStep = 0)
{
    const auto here = eventsIn<StepDone>(expected), there = eventsIn<StepDone>(found);
    QCOMPARE(there.size() + firstStep, here.size());
    QVERIFY(!there.empty());
    for (std::size_t i = 0; i < there.size(); ++i) {
        QCOMPARE(there[i].sampleHash, here[i + firstStep].sampleHash);
        const double difference = std::abs(there[i].loss - here[i + firstStep].loss) / here[i + firstStep].loss;
        QVERIFY2(difference < 1e-5, qPrintable(QString::number(difference)));
    }
}

} // namespace

void GpuRunsTest::trainsAsTheCpu_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addRow("one GPU") << QStringList();
    QTest::addRow("two GPUs, one with three quarters") << QStringList{"--workers", "2", "--shares", "3,1"};
    QTest::addRow("three GPUs") << QStringList{"--workers", "3"};
}

void GpuRunsTest::trainsAsTheCpu()
{
    QFETCH(QStringList, arguments);
    const QString job = jobFile(20);
    const QString onCpu = train(job, {});
    const QString onGpus = train(job, QStringList{"--device", "cuda"} + arguments);
    QVERIFY(!onCpu.isEmpty());
    QVERIFY(!onGpus.isEmpty());
    compareSteps(onCpu, onGpus);
}

void GpuRunsTest::goesOnWhereAnotherDeviceStopped_data()
{
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    QTest::addRow("from the CPU to a GPU") << "cpu"
                                           << "cuda";
    QTest::addRow("from a GPU to the CPU") << "cuda"
                                           << "cpu";
}

void GpuRunsTest::goesOnWhereAnotherDeviceStopped()
{
    QFETCH(QString, first);
    QFETCH(QString, second);
    const QString whole = train(jobFile(20), {});
    const QString begun = train(jobFile(20), {"--device", first});
    QVERIFY(!whole.isEmpty());
    QVERIFY(!begun.isEmpty());
    const QString resumed = train(jobFile(20), {"--device", second, "--resume", begun + "/checkpoints/step-10"});
    QVERIFY(!resumed.isEmpty());
    compareSteps(whole, resumed, 10);
}

// What a library says at the very end would be the last thing in a rank's log.
void GpuRunsTest::endsQuietly()
{
    const QString folder = train(jobFile(5), {"--device", "cuda", "--workers", "2"});
    QVERIFY(!folder.isEmpty());
    for (const char *log : {"/rank-0.log", "/rank-1.log"})
        QCOMPARE(contentsOf(folder + log), QByteArray());
}

void GpuRunsTest::goesOnWithoutAKilledRank_data()
{
    QTest::addColumn<int>("victim");
    QTest::addRow("the one that reports") << 0;
    QTest::addRow("another one") << 1;
}

// The others' kernels wait for it until their agent tells them who trains together from now on.
void GpuRunsTest::goesOnWithoutAKilledRank()
{
    QFETCH(int, victim);
    const QString folder = freshFolder();
    QProcess run;
    run.start(QStringLiteral(MOTLEY_SIMULATED_ENGINE),
        {"train", jobFile(100000), "--run-folder", folder, "--device", "cuda", "--workers", "3"});
    QTRY_VERIFY_WITH_TIMEOUT(eventsIn<StepDone>(folder).size() > 3, 60000);
    ::kill(rankProcess(folder, victim), SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(!eventsIn<MembershipChanged>(folder).empty(), 60000);
    const MembershipChanged changed = eventsIn<MembershipChanged>(folder).front();
    QCOMPARE(changed.lost.size(), std::size_t(1));
    QCOMPARE(changed.lost[0].rank, victim);
    QVERIFY2(changed.lost[0].cause.find("signal 9") != std::string::npos, changed.lost[0].cause.c_str());
    QTRY_VERIFY_WITH_TIMEOUT(eventsIn<StepDone>(folder).back().step > changed.step + 5, 60000);
    run.terminate();
    QVERIFY(run.waitForFinished(60000));
    const auto steps = eventsIn<StepDone>(folder);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        QCOMPARE(steps[i].step, std::int64_t(i + 1));
        QVERIFY(!steps[i].skipped);
    }
    QCOMPARE(steps.back().ranks.size(), std::size_t(2));
    QCOMPARE(eventsIn<MembershipChanged>(folder).size(), std::size_t(1));
}

void GpuRunsTest::warnsOfAPrecisionThatAGpuLacks()
{
    const QString bfloat16 = jobFile(3, PrecisionSpec::Kind::BFloat16);
    const auto warned = [&] {
        const auto warnings = eventsIn<Warning>(train(bfloat16, {"--device", "cuda"}));
        return std::any_of(warnings.begin(), warnings.end(),
            [](const Warning &warning) { return warning.message.find("bfloat16") != std::string::npos; });
    };
    QVERIFY(!warned());
    qputenv("MOTLEY_SIMULATED_CAPABILITY", "75");
    const bool warnedOfTuring = warned();
    qunsetenv("MOTLEY_SIMULATED_CAPABILITY");
    QVERIFY(warnedOfTuring);
}

void GpuRunsTest::usesOnlyTheGpusThatItMay()
{
    qputenv("CUDA_VISIBLE_DEVICES", "GPU-simulated-2");
    const EngineAnswer answer = engine({"probe"});
    qunsetenv("CUDA_VISIBLE_DEVICES");
    QVERIFY2(answer.output.contains("GPU-simulated-2"), answer.output);
    QVERIFY2(!answer.output.contains("GPU-simulated-0"), answer.output);
}

void GpuRunsTest::startsRanksWithoutForeignLibraries()
{
    QDir(m_folder.path()).mkpath("foreign");
    QVERIFY(QFile(m_folder.filePath("foreign/libcudnn.so.9")).open(QIODevice::WriteOnly));
    const QString folder = freshFolder();
    QProcess run;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("LD_LIBRARY_PATH", m_folder.filePath("foreign") + ":/usr/lib");
    run.setProcessEnvironment(environment);
    run.start(QStringLiteral(MOTLEY_SIMULATED_ENGINE),
        {"train", jobFile(100000), "--run-folder", folder, "--device", "cuda"});
    QTRY_VERIFY_WITH_TIMEOUT(!eventsIn<StepDone>(folder).empty(), 60000);
    QCOMPARE(variableOf(rankProcess(folder, 0), "LD_LIBRARY_PATH"), QByteArray("/usr/lib"));
    run.terminate();
    QVERIFY(run.waitForFinished(60000));
}

void GpuRunsTest::testsAModelOnAGpu()
{
    const QString folder = train(jobFile(20), {"--device", "cuda"});
    QVERIFY(!folder.isEmpty());
    const auto tested = eventsIn<Evaluation>(folder);
    QVERIFY(!tested.empty());
    const EngineAnswer answer
        = engine({"evaluate", folder + "/model", "--data", m_folder.filePath("data"), "--device", "cuda"});
    QVERIFY2(answer.exitCode == 0, answer.errors);
    const QRegularExpressionMatch loss = QRegularExpression("\"loss\":([0-9.e-]+)").match(answer.output);
    QVERIFY2(loss.hasMatch(), answer.output);
    QVERIFY(std::abs(loss.captured(1).toDouble() - tested.back().loss) < 1e-6);
}

QTEST_GUILESS_MAIN(GpuRunsTest)
#include "tst_gpuruns.moc"
