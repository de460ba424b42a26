// The engine as a program among others: what it says when nobody takes its output, and which signals it leaves alone.
#include "engine/base/textfile.h"
#include "tests/engine/agent/loopbackrun.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

using namespace motley;

namespace {

constexpr int patience = 60'000; // milliseconds

std::unique_ptr<QProcess> start(const QStringList &arguments, const std::function<void()> &inChild,
    const QString &program = QStringLiteral(MOTLEY_ENGINE))
{
    auto process = std::make_unique<QProcess>();
    process->setChildProcessModifier(inChild);
    process->start(program, arguments);
    return process;
}

void writeToFullDevice()
{
    dup2(open("/dev/full", O_WRONLY), STDOUT_FILENO);
}

void commands()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addRow("answer") << QStringList{"probe"};
    QTest::addRow("lists") << QStringList{"tasks"};
    QTest::addRow("larger than a buffer") << QStringList{"tasks", "--schema"};
    QTest::addRow("help") << QStringList{"--help"};
    QTest::addRow("help of a command") << QStringList{"train", "--help"};
    QTest::addRow("version") << QStringList{"--version"};
}

} // namespace

class AmongProgramsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void failsWhereItsOutputIsNotTaken_data() { commands(); }
    void failsWhereItsOutputIsNotTaken();
    void failsWhereItsOutputIsClosed_data() { commands(); }
    void failsWhereItsOutputIsClosed();
    void failsWhereItsInputCannotBeRead_data();
    void failsWhereItsInputCannotBeRead();
    void endsWithItsReader();
    void followsOntoAFullDisk_data();
    void followsOntoAFullDisk();
    void keepsFilesApartFromAClosedOutput();
    void leavesIgnoredSignalsIgnored_data();
    void leavesIgnoredSignalsIgnored();
    void waitsForOthersThroughAHangUp();
};

void AmongProgramsTest::failsWhereItsOutputIsNotTaken()
{
    QFETCH(QStringList, arguments);
    const auto process = start(arguments, writeToFullDevice);
    QVERIFY(process->waitForFinished(patience));
    const QByteArray words = process->readAllStandardError();
    QCOMPARE(process->exitCode(), 1);
    QCOMPARE(words, QByteArray("Not all of the output could be written to stdout. (No space left on device)\n"));
}

void AmongProgramsTest::failsWhereItsOutputIsClosed()
{
    QFETCH(QStringList, arguments);
    const auto process = start(arguments, [] { close(STDOUT_FILENO); });
    QVERIFY(process->waitForFinished(patience));
    const QByteArray words = process->readAllStandardError();
    QCOMPARE(process->exitCode(), 1);
    QCOMPARE(words, QByteArray("Not all of the output could be written to stdout. (Bad file descriptor)\n"));
}

void AmongProgramsTest::failsWhereItsInputCannotBeRead_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<bool>("isClosed");
    QTest::addColumn<QByteArray>("reason");
    for (const char *command : {"tag", "translate"}) {
        QTest::addRow("%s, a folder", command) << QString(command) << false << QByteArray("Is a directory");
        QTest::addRow("%s, closed", command) << QString(command) << true << QByteArray("Bad file descriptor");
    }
}

void AmongProgramsTest::failsWhereItsInputCannotBeRead()
{
    QFETCH(QString, command);
    QFETCH(bool, isClosed);
    QFETCH(QByteArray, reason);
    const auto process = start({command, "nowhere"}, [isClosed] {
        if (isClosed)
            close(STDIN_FILENO);
        else
            dup2(open("/", O_RDONLY), STDIN_FILENO);
    });
    QVERIFY(process->waitForFinished(patience));
    QCOMPARE(process->exitCode(), 1);
    QCOMPARE(process->readAllStandardError(), "Could not read the standard input. (" + reason + ")\n");
}

// As `... | head` expects. A shell that has SIGPIPE ignored gets words and an exit code.
void AmongProgramsTest::endsWithItsReader()
{
    const auto toNobody = [] {
        int ends[2];
        if (pipe(ends) == 0)
            dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
    };
    const auto usual = start({"tasks"}, [&] {
        signal(SIGPIPE, SIG_DFL);
        toNobody();
    });
    QVERIFY(usual->waitForFinished(patience));
    QCOMPARE(usual->exitStatus(), QProcess::CrashExit);
    QCOMPARE(usual->exitCode(), SIGPIPE);
    // Qt 6.8 makes SIGPIPE the usual one again after it has called us, so a shell ignores it.
    const auto ignoring = start(
        {"-c", "trap '' PIPE; exec \"$0\" \"$@\"", QStringLiteral(MOTLEY_ENGINE), "tasks"}, toNobody, "/bin/sh");
    QVERIFY(ignoring->waitForFinished(patience));
    QCOMPARE(ignoring->exitStatus(), QProcess::NormalExit);
    QCOMPARE(ignoring->exitCode(), 1);
    QVERIFY(ignoring->readAllStandardError().contains("(Broken pipe)"));
}

void AmongProgramsTest::followsOntoAFullDisk_data()
{
    QTest::addColumn<QStringList>("more");
    QTest::addRow("words") << QStringList{};
    QTest::addRow("events") << QStringList{"--json"};
}

void AmongProgramsTest::followsOntoAFullDisk()
{
    QFETCH(QStringList, more);
    LoopbackRun run(1);
    QVERIFY(run.writeLaunch(0));
    const std::string finished = toLine({1, 1, RunFinished{RunFinished::Outcome::Completed, 3, 1, {}, {}}});
    QVERIFY(writeTextFile(run.folder().events(), finished + "\n"));
    const auto process
        = start(QStringList{"follow", QString::fromStdString(run.folder().path)} + more, writeToFullDevice);
    QVERIFY(process->waitForFinished(patience));
    QCOMPARE(process->exitCode(), 1);
    QVERIFY(process->readAllStandardError().contains("No space left on device"));
}

// Without a standard output the first file that a program opens would get its number, and the words for people.
void AmongProgramsTest::keepsFilesApartFromAClosedOutput()
{
    LoopbackRun run(1);
    run.job().epochs = 1;
    QTemporaryDir folder;
    QVERIFY(writeTextFile(folder.filePath("job.json").toStdString(), toJson(run.job())));
    const QString into = folder.filePath("run");
    const auto process = start({"train", folder.filePath("job.json"), "--threads", "1", "--run-folder", into}, [] {
        close(STDOUT_FILENO);
        close(STDERR_FILENO);
    });
    QVERIFY(process->waitForFinished(patience));
    QCOMPARE(process->exitCode(), 1);
    QFile log(into + "/events.jsonl");
    QVERIFY(log.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = log.readAll().trimmed().split('\n');
    for (const QByteArray &line : lines)
        QVERIFY2(parseEvent(line.toStdString()), line);
    QVERIFY2(lines.last().contains("\"completed\""), lines.last());
}

void AmongProgramsTest::leavesIgnoredSignalsIgnored_data()
{
    QTest::addColumn<int>("number");
    QTest::addRow("hang-up, as nohup has it") << SIGHUP;
    QTest::addRow("interrupt, as a shell without job control has it in the background") << SIGINT;
}

void AmongProgramsTest::leavesIgnoredSignalsIgnored()
{
    QFETCH(int, number);
    LoopbackRun run(1);
    QTemporaryDir folder;
    QVERIFY(writeTextFile(folder.filePath("job.json").toStdString(), toJson(run.job())));
    const auto process = start(
        {"train", folder.filePath("job.json"), "--threads", "1", "--json", "--run-folder", folder.filePath("run")},
        [number] { signal(number, SIG_IGN); });
    const auto nextStep = [&] {
        process->readAllStandardOutput();
        while (!process->readAllStandardOutput().contains("\"type\":\"step\""))
            if (!process->waitForReadyRead(patience))
                return false;
        return true;
    };
    QVERIFY(nextStep());
    kill(pid_t(process->processId()), number);
    for (int steps = 0; steps < 5; ++steps)
        QVERIFY(nextStep());
    kill(pid_t(process->processId()), SIGTERM); // which is obeyed in any case
    QVERIFY(process->waitForFinished(patience));
    QCOMPARE(process->exitCode(), 0);
    QVERIFY(process->readAllStandardOutput().contains("\"stopped\""));
}

void AmongProgramsTest::waitsForOthersThroughAHangUp()
{
    LoopbackRun run(1);
    QTemporaryDir folder;
    QVERIFY(writeTextFile(folder.filePath("job.json").toStdString(), toJson(run.job())));
    const QString meeting = folder.filePath("meeting");
    const auto process = start({"join", folder.filePath("job.json"), "--meet", "file://" + meeting, "--machines", "2",
                                   "--threads", "1", "--wait", "5", "--sizes-only"},
        [] { signal(SIGHUP, SIG_IGN); });
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(meeting + "/machine-0"), patience);
    kill(pid_t(process->processId()), SIGHUP);
    QVERIFY(!process->waitForFinished(1000)); // a second is long for what an obeyed signal takes
    kill(pid_t(process->processId()), SIGTERM);
    QVERIFY(process->waitForFinished(patience));
    QCOMPARE(process->exitCode(), 1);
}

QTEST_GUILESS_MAIN(AmongProgramsTest)
#include "tst_amongprograms.moc"
