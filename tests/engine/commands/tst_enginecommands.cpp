// The commands' messages for wrong use, and what `gc` removes.
#include "engine/base/textfile.h"
#include "engine/protocol/answers.h"
#include "engine/run/agentpidfile.h"
#include "engine/run/garbagecollection.h"
#include "tests/engine/agent/loopbackrun.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>

using namespace motley;

class EngineCommandsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatIsWrongInOneLine_data();
    void saysWhatIsWrongInOneLine();
    void explainsEachCommandByExample_data();
    void explainsEachCommandByExample();
    void listsEveryField_data();
    void listsEveryField();
    void namesWhatAGpuLacks();
    void showsThatItMeasures();
    void timesSums();
    void removesWhatNobodyNeeds();
    void comparesSettings();
    void followsARunInWords();
    void goesOnWhereAWorkerHasLittleMemory();

private:
    std::vector<Event> trainTwoWorkers(const QString &job, const QString &folder, const QStringList &more) const;
    void write(const QString &path, const QByteArray &bytes, int hoursOld) const;
    QTemporaryDir m_folder;
};

void EngineCommandsTest::write(const QString &path, const QByteArray &bytes, int hoursOld) const
{
    QDir().mkpath(QFileInfo(m_folder.filePath(path)).path());
    QFile file(m_folder.filePath(path));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    file.flush();
    file.setFileTime(QDateTime::currentDateTime().addSecs(-3600 * hoursOld), QFileDevice::FileModificationTime);
}

void EngineCommandsTest::saysWhatIsWrongInOneLine_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("names");
    write(QStringLiteral("mistyped.json"), "{\"version\":1,\"name\":\"a\",\"bacth\":3}", 0);
    write(QStringLiteral("nodata.json"), "{\"version\":1,\"name\":\"a\",\"data\":{\"folder\":\"elsewhere\"}}", 0);
    const auto row = [](const char *name, QStringList words, int code, const char *thing) {
        QTest::addRow("%s", name) << words << code << QByteArray(thing);
    };
    row("no such job", {"train", "/nowhere/job.json"}, 1, "/nowhere/job.json");
    row("unknown field", {"train", m_folder.filePath("mistyped.json")}, 1, "bacth");
    row("no data", {"train", m_folder.filePath("nodata.json")}, 1, "elsewhere/train-images-idx3-ubyte");
    row("no such run", {"status", "/nowhere/run"}, 1, "/nowhere/run");
    row("no such run to follow", {"follow", "/nowhere/run"}, 1, "/nowhere/run");
    row("no such run to stop", {"stop", "/nowhere/run"}, 1, "/nowhere/run");
    row("no such model", {"evaluate", "/nowhere/model", "--data", "/nowhere"}, 1, "/nowhere/model");
    row("no install root", {"gc", m_folder.path()}, 1, "blobs/sha256");
    const QString unknown = m_folder.filePath("varied.json");
    write(QStringLiteral("varied.json"), "{\"version\":1,\"name\":\"a\",\"data\":{\"folder\":\"/x\"}}", 0);
    row("no values", {"sweep", unknown, "--vary", "batch", "--out", "/nowhere"}, 1, "batch=8,16");
    row("no rows of text", {"rows", m_folder.filePath("varied.json")}, 1, "image-classification");
    row("no such task", {"tasks", "poetry"}, 1, "poetry");
    row("no such field", {"sweep", unknown, "--vary", "bacth=8", "--out", "/nowhere"}, 1, "bacth");
    row("no such value", {"sweep", unknown, "--vary", "schedule.peak=fast", "--out", "/nowhere"}, 1, "schedule.peak");
    row("too many", {"sweep", unknown, "--vary", "seed=" + QString("1,").repeated(2000), "--out", "/nowhere"}, 1,
        "1000");
    row("no such GPU", {"bench-allreduce", "--devices", "cpu,cuda:GPU-0"}, 1, "GPU-0");
    row("one device", {"bench-allreduce", "--devices", "cpu"}, 2, "--devices");
    row("fewer bits", {"export", "gguf", "model", "model.gguf", "--type", "q4_k_m"}, 2, "llama-quantize");
    row("no command", {}, 2, "subcommand");
    row("no job", {"train"}, 2, "JOB");
    row("no workers", {"train", "job.json", "--workers", "0"}, 2, "--workers");
}

void EngineCommandsTest::saysWhatIsWrongInOneLine()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    QFETCH(QByteArray, names);
    const auto answer = runEngine(arguments);
    QCOMPARE(answer.exitCode, exitCode);
    QVERIFY2(answer.errors.contains(names), answer.errors);
    QVERIFY(answer.output.isEmpty());
    if (exitCode == 1)
        QCOMPARE(answer.errors.count('\n'), 1);
}

void EngineCommandsTest::explainsEachCommandByExample_data()
{
    QTest::addColumn<QString>("command");
    for (const char *command : {"probe", "train", "join", "agent", "rejoin", "dial-in", "follow", "status", "stop",
             "evaluate", "measure-device", "rows", "tasks", "gc", "sweep", "translate", "generate", "tag", "classify",
             "fill", "average", "export", "bench-allreduce"})
        QTest::addRow("%s", command) << QString::fromLatin1(command);
}

void EngineCommandsTest::explainsEachCommandByExample()
{
    QFETCH(QString, command);
    const auto answer = runEngine({command, QStringLiteral("--help")});
    QCOMPARE(answer.exitCode, 0);
    QVERIFY2(answer.output.contains("motley-engine " + command.toLatin1()), answer.output);
    QVERIFY2(answer.output.contains("Example"), answer.output);
}

void EngineCommandsTest::listsEveryField_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addRow("needed path") << QByteArray("\n    data.trainSource (path; required): ");
    QTest::addRow("choices") << QByteArray("\n    model.size (small, base or big; default small): ");
    QTest::addRow("range") << QByteArray("\n    checkpoint.keep (whole number, 1 to 1000; default 2): ");
    QTest::addRow("flag") << QByteArray("\n    checkpoint.keepBest (true or false; default false): ");
    QTest::addRow("list") << QByteArray("\n    order.epochBatches (list of whole numbers): ");
    QTest::addRow("default of a kind") << QByteArray("; default 0, with adamw 0.01, with lamb 0.01, with muon 0.1): ");
    QTest::addRow("name") << QByteArray("\n    name (text; required): ");
}

void EngineCommandsTest::listsEveryField()
{
    QFETCH(QByteArray, line);
    for (const QStringList &words : {QStringList{"tasks"}, QStringList{"tasks", "translation"}}) {
        const auto answer = runEngine(words);
        QCOMPARE(answer.exitCode, 0);
        QVERIFY2(answer.output.contains(line), answer.output);
    }
}

// NVML lists GPUs that do not exist. CUDA's libraries are on this computer or not, but no driver is.
void EngineCommandsTest::namesWhatAGpuLacks()
{
    if (QFile::exists("/proc/driver/nvidia/version"))
        QSKIP("This computer has the driver of an NVIDIA GPU");
    LoopbackRun run(1);
    write(QStringLiteral("tiny.json"), QByteArray::fromStdString(toJson(run.job())), 0);
    qputenv("LD_LIBRARY_PATH", FAKE_DRIVER_FOLDER);
    const auto answer = runEngine({"measure-device", m_folder.filePath("tiny.json"), "--device", "cuda:GPU-aaaaaaaa"});
    qunsetenv("LD_LIBRARY_PATH");
    QCOMPARE(answer.exitCode, 1);
    const QRegularExpression library("CUDA's libraries .*\\(lib\\w+\\.so\\S*: cannot open");
    const QRegularExpression driver("GPU-aaaaaaaa .*NVIDIA's driver, libcuda\\.so\\.1, is missing .* 580 ");
    const auto words = QString::fromUtf8(answer.errors).trimmed();
    QVERIFY2(words.contains(library) || words.contains(driver), answer.errors);
    QCOMPARE(words.count('\n'), 0);
}

// Whoever waits for the answer, over SSH, gives up on a process that is silent for long.
void EngineCommandsTest::showsThatItMeasures()
{
    LoopbackRun run(1);
    write(QStringLiteral("tiny.json"), QByteArray::fromStdString(toJson(run.job())), 0);
    const auto answer = runEngine({"measure-device", m_folder.filePath("tiny.json"), "--seconds", "2.5"});
    QCOMPARE(answer.exitCode, 0);
    QVERIFY2(answer.output.startsWith("\n\n"), answer.output);
    QVERIFY(parseSpeedReport(answer.output.toStdString()));
}

void EngineCommandsTest::timesSums()
{
    for (const char *devices : {"cpu,cpu", "cpu,cpu,cpu"}) {
        const auto answer = runEngine({"bench-allreduce", "--devices", devices, "--seconds", "0.3"});
        QVERIFY2(answer.exitCode == 0, answer.errors);
        const auto report = parseAllReduceReport(answer.output.toStdString());
        QVERIFY2(report, answer.output);
        QCOMPARE(report->ranks, QByteArray(devices).count("cpu"));
        QVERIFY2(report->fixedSeconds > 0, answer.output);
        QVERIFY2(report->secondsPerByte > 0, answer.output);
        QVERIFY2(report->secondsPerByte < 1e-6, answer.output); // faster than a megabyte a second
    }
}

void EngineCommandsTest::removesWhatNobodyNeeds()
{
    write(QStringLiteral("root/blobs/sha256/aa/linked"), "engine", 100);
    write(QStringLiteral("root/blobs/sha256/bb/orphan"), "orphan", 100);
    write(QStringLiteral("root/blobs/sha256/cc/just-sent"), "new", 0);
    write(QStringLiteral("root/blobs/sha256/dd/x.part.me"), "cut off", 100);
    write(QStringLiteral("root/blobs/sha256/dd/y.part.me"), "being sent", 1);
    for (const int engine : {1, 2, 3}) {
        const QString name = QStringLiteral("root/engine/e%1/bin/motley-engine").arg(engine);
        write(name, "engine", 0);
        const QByteArray tree = m_folder.filePath(QStringLiteral("root/engine/e%1").arg(engine)).toUtf8();
        const timespec when[2]{{1700000000 + engine, 0}, {1700000000 + engine, 0}};
        QCOMPARE(utimensat(AT_FDCWD, tree.constData(), when, 0), 0);
    }
    QVERIFY(::link(m_folder.filePath("root/blobs/sha256/aa/linked").toUtf8(),
                m_folder.filePath("root/engine/e3/linked").toUtf8())
        == 0);
    const QByteArray newest = m_folder.filePath(QStringLiteral("root/engine/e3")).toUtf8();
    const timespec when[2]{{1700000003, 0}, {1700000003, 0}};
    utimensat(AT_FDCWD, newest.constData(), when, 0);
    write(QStringLiteral("root/data/used/train"), "data", 0);
    write(QStringLiteral("root/data/unused/train"), "data", 0);

    LoopbackRun run(1); // writes a valid launch.json; this test's process stands for its agent
    std::get<ImageSpec>(run.job().task).data.folder = m_folder.filePath(QStringLiteral("root/data/used")).toStdString();
    QVERIFY(run.writeLaunch(0));
    const RunFolder live{m_folder.filePath(QStringLiteral("root/runs/live")).toStdString()};
    QDir().mkpath(QString::fromStdString(live.path));
    QVERIFY(QFile::copy(QString::fromStdString(run.folder().launch()), QString::fromStdString(live.launch())));
    QVERIFY(claim(live));

    const auto answer = runEngine({QStringLiteral("gc"), m_folder.filePath(QStringLiteral("root"))});
    QCOMPARE(answer.exitCode, 0);
    const auto exists = [&](const char *path) { return QFile::exists(m_folder.filePath(QLatin1String(path))); };
    QVERIFY(exists("root/blobs/sha256/aa/linked"));
    QVERIFY(!exists("root/blobs/sha256/bb/orphan"));
    QVERIFY(exists("root/blobs/sha256/cc/just-sent"));
    QVERIFY(!exists("root/blobs/sha256/dd/x.part.me"));
    QVERIFY(exists("root/blobs/sha256/dd/y.part.me"));
    QVERIFY(!exists("root/engine/e1"));
    QVERIFY(exists("root/engine/e2"));
    QVERIFY(exists("root/engine/e3"));
    QVERIFY(exists("root/data/used/train"));
    QVERIFY(!exists("root/data/unused"));
    QVERIFY2(answer.output.contains("Freed"), answer.output);
}

// One line for each combination, whose numbers are those of a run with these settings alone.
void EngineCommandsTest::comparesSettings()
{
    LoopbackRun run(1);
    run.job().epochs = 1;
    run.job().evaluateEveryEpochs = 1;
    run.job().checkpoint.everySteps = 0;
    const QString job = m_folder.filePath(QStringLiteral("sweep/job.json"));
    write(QStringLiteral("sweep/job.json"), QByteArray::fromStdString(toJson(run.job())), 0);
    const QString out = m_folder.filePath(QStringLiteral("sweep/out"));
    const auto swept = runEngine({"sweep", job, "--vary", "schedule.scaling=linear,square-root", "--vary",
        "batch=16,32", "--out", out, "--threads", "1"});
    QVERIFY2(swept.exitCode == 0, swept.errors);
    const QByteArray last = swept.output.trimmed().split('\n').last();
    const QJsonArray rows = QJsonDocument::fromJson(last).object()["rows"].toArray();
    QCOMPARE(rows.size(), 4);
    QCOMPARE(rows[3].toObject()["settings"].toObject()["schedule.scaling"].toString(), QString("square-root"));
    QCOMPARE(rows[3].toObject()["settings"].toObject()["batch"].toString(), QString("32"));
    QCOMPARE(rows[0].toObject()["steps"].toInt(), 2 * rows[1].toObject()["steps"].toInt());
    QVERIFY(rows[0].toObject()["testLoss"].toDouble() != rows[2].toObject()["testLoss"].toDouble());
    QCOMPARE(swept.output.count('\n'), 6); // names, four rows, JSON

    const auto wild = runEngine({"sweep", job, "--vary", "schedule.peak=1000,0.01", "--out", out + "-wild"});
    QVERIFY2(wild.exitCode == 0, wild.errors);
    const QJsonArray both
        = QJsonDocument::fromJson(wild.output.trimmed().split('\n').last()).object()["rows"].toArray();
    QVERIFY2(both[0].toObject()["failure"].toString().contains("not finite"), wild.output);
    QVERIFY(both[1].toObject()["testLoss"].isDouble());
    QVERIFY(!both[1].toObject().contains("failure"));
    QVERIFY2(wild.output.contains("schedule.peak 1000: "), wild.output);

    JobSpec alone = run.job();
    alone.batch = 32;
    alone.schedule.scaling = ScheduleSpec::Scaling::SquareRoot;
    write(QStringLiteral("sweep/alone.json"), QByteArray::fromStdString(toJson(alone)), 0);
    const auto trained = runEngine({"train", m_folder.filePath(QStringLiteral("sweep/alone.json")), "--threads", "1",
        "--run-folder", m_folder.filePath(QStringLiteral("sweep/alone")), "--json"});
    QCOMPARE(trained.exitCode, 0);
    const QByteArray loss = QByteArray::number(rows[3].toObject()["testLoss"].toDouble(), 'g', 12);
    QVERIFY2(trained.output.contains(loss.left(10)), loss);
}

std::vector<Event> EngineCommandsTest::trainTwoWorkers(
    const QString &job, const QString &folder, const QStringList &more) const
{
    const auto trained = runEngine(QStringList{"train", job, "--workers", "2", "--threads", "1", "--shares", "1,1",
                                       "--run-folder", m_folder.filePath(folder), "--json"}
        + more);
    std::vector<Event> events;
    if (trained.exitCode == 0)
        for (const QByteArray &line : trained.output.trimmed().split('\n'))
            if (const auto event = parseEvent(line.toStdString()))
                events.push_back(*event);
    return events;
}

// The words are the same as those of `train`, the lines of --json the same as those of the log.
void EngineCommandsTest::followsARunInWords()
{
    LoopbackRun run(1);
    run.job().epochs = 1;
    const QString job = m_folder.filePath(QStringLiteral("followed/job.json"));
    write(QStringLiteral("followed/job.json"), QByteArray::fromStdString(toJson(run.job())), 0);
    const QString folder = m_folder.filePath(QStringLiteral("followed/run"));
    const auto trained = runEngine({"train", job, "--workers", "2", "--threads", "1", "--run-folder", folder});
    QVERIFY2(trained.exitCode == 0, trained.errors);
    QCOMPARE(
        QFileInfo(folder).permissions() & (QFile::ReadGroup | QFile::ReadOther | QFile::ExeGroup | QFile::ExeOther),
        QFile::Permissions());
    const auto followed = runEngine({"follow", folder});
    QVERIFY2(followed.exitCode == 0, followed.errors);
    for (const char *part : {"Training ", "Epoch 1: ", "\n  step time ", "\n    exchange ", "\n    for data "}) {
        QVERIFY2(followed.output.contains(part), followed.output);
        QVERIFY2(trained.output.contains(part), followed.output);
    }
    const auto report = [](const QByteArray &output) { return output.mid(output.indexOf("\n\n")); };
    QCOMPARE(report(followed.output), report(trained.output));

    QFile log(folder + QStringLiteral("/events.jsonl"));
    QVERIFY(log.open(QIODevice::ReadOnly));
    const QByteArray lines = log.readAll();
    QCOMPARE(runEngine({"follow", folder, "--json"}).output, lines);
    const QByteArray later = runEngine({"follow", folder, "--json", "--from", "3"}).output;
    QVERIFY(later.count('\n') == lines.count('\n') - 3);
    QVERIFY(lines.endsWith(later));
    QCOMPARE(runEngine({"follow", folder, "--from", "3"}).exitCode, 2);
}

void EngineCommandsTest::goesOnWhereAWorkerHasLittleMemory()
{
    LoopbackRun run(1);
    run.job().epochs = 3;
    run.job().batch = 256;
    std::get<ImageSpec>(run.job().task).model.width = 64;
    const QString job = m_folder.filePath(QStringLiteral("memory/job.json"));
    write(QStringLiteral("memory/job.json"), QByteArray::fromStdString(toJson(run.job())), 0);
    std::vector<double> expected;
    for (const Event &event : trainTwoWorkers(job, QStringLiteral("memory/whole"), {}))
        if (const auto *step = std::get_if<StepDone>(&event.body))
            expected.push_back(step->loss);
    QCOMPARE(expected.size(), std::size_t(6));

    std::size_t steps = 0;
    QString warnings;
    for (const Event &event : trainTwoWorkers(job, QStringLiteral("memory/parts"), {"--memory", "0,32"})) {
        if (const auto *step = std::get_if<StepDone>(&event.body)) {
            QVERIFY(std::abs(step->loss - expected[steps]) < 1e-4 * expected[steps]);
            ++steps;
        } else if (const auto *warning = std::get_if<Warning>(&event.body)) {
            warnings += QString::fromStdString(warning->message);
        }
    }
    QCOMPARE(steps, expected.size());
    QVERIFY2(warnings.contains(QStringLiteral("ran out of memory in step 1.")), qPrintable(warnings));
    QVERIFY2(warnings.contains(QStringLiteral("Rank 1 on ")), qPrintable(warnings));
    QVERIFY2(!warnings.contains(QStringLiteral("Rank 0 on ")), qPrintable(warnings));
}

QTEST_GUILESS_MAIN(EngineCommandsTest)
#include "tst_enginecommands.moc"
