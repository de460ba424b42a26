// `motley` as a program: what it says and returns, and what several of them do to the same files.
#include "remote/fleet/machine.h"
#include "remote/history/runrecord.h"
#include "tests/remote/run/scriptedmachines.h"
#include "tests/remote/ssh/sshdserver.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <vector>

using namespace motley;

namespace {

struct Outcome {
    int code = -1; // -1: it did not end by itself
    QByteArray output;
    QByteArray complaints;
};

constexpr const char *running = R"({"state":"running","lastSequence":0,"step":0,"why":null})";
constexpr const char *ended = R"({"state":"finished","lastSequence":0,"step":60,"why":null})";
constexpr const char *lost
    = R"({"state":"finished","lastSequence":0,"step":60,"why":"hbox1 has not answered for 15 s."})";

} // namespace

class CommandLineTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QProcess> start(const QStringList &arguments, const QByteArray &language = "C.UTF-8",
        const std::function<void()> &inChild = {}) const
    {
        auto process = std::make_unique<QProcess>();
        if (inChild)
            process->setChildProcessModifier(inChild);
        auto environment = QProcessEnvironment::systemEnvironment();
        for (const char *absent : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            environment.remove(QString::fromLatin1(absent));
        environment.insert(QStringLiteral("LC_ALL"), QString::fromLatin1(language));
        for (const char *kind : {"CONFIG", "DATA", "CACHE"})
            environment.insert(
                QStringLiteral("XDG_%1_HOME").arg(QLatin1String(kind)), m_folder->filePath(QLatin1String(kind)));
        process->setProcessEnvironment(environment);
        process->start(QStringLiteral(MOTLEY), arguments);
        return process;
    }

    static Outcome endOf(QProcess &process)
    {
        Outcome outcome;
        if (process.waitForFinished() && process.exitStatus() == QProcess::NormalExit)
            outcome.code = process.exitCode();
        outcome.output = process.readAllStandardOutput();
        outcome.complaints = process.readAllStandardError();
        return outcome;
    }

    Outcome motley(const QStringList &arguments, const QByteArray &language = "C.UTF-8") const
    {
        return endOf(*start(arguments, language));
    }

    QString dataFolder() const { return m_folder->filePath(QStringLiteral("DATA/motley")); }

    std::unique_ptr<QTemporaryDir> m_folder;

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void programsAtTheSameTimeLoseNoMachine()
    {
        constexpr int rounds = 12;
        for (int i = 0; i < rounds; ++i) {
            std::vector<std::unique_ptr<QProcess>> programs;
            for (const char *who : {"a", "b", "c"}) {
                const QString name = QLatin1String(who) + QString::number(i);
                programs.push_back(start({"machines", "add", name, "ada@" + name}));
            }
            for (const auto &program : programs)
                QCOMPARE(endOf(*program).code, 0);
        }
        const auto machines = readMachines(m_folder->filePath(QStringLiteral("CONFIG/motley/machines.json")));
        QVERIFY(machines);
        QCOMPARE(machines->size(), std::size_t(1 + 3 * rounds)); // with this computer
    }

    void showsEachMachineWhenItsAnswerIsThere_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("words");
        QTest::addRow("words") << QStringList{"--probe"} << QByteArray("local  (This computer)\n");
        QTest::addRow("JSON") << QStringList{"--probe", "--json"} << QByteArray("\"machine\":\"local\"");
    }
    void showsEachMachineWhenItsAnswerIsThere()
    {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, words);
        QTcpServer silent; // says nothing to whoever connects
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        const QString address = QStringLiteral("ada@127.0.0.1:%1").arg(silent.serverPort());
        QCOMPARE(motley({"machines", "add", "silent", address}).code, 0);
        const auto probe = start(QStringList{"machines"} + options);
        QByteArray output;
        while (!output.contains(words) && probe->waitForReadyRead(30'000))
            output += probe->readAllStandardOutput();
        QVERIFY2(output.contains(words), output.constData());
        QVERIFY2(!output.contains("silent"), output.constData());
        QCOMPARE(probe->state(), QProcess::Running);
        probe->kill();
        QVERIFY(probe->waitForFinished());
    }

    void suggestsWhatWasMeant_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char *tag, const QStringList &arguments, const char *words) {
            QTest::addRow("%s", tag) << arguments << QByteArray(words);
        };
        row("no command", {"foo"}, "foo is not understood.");
        row("almost a command", {"stpo"}, "Did you mean stop?");
        row("help as a word", {"help"}, "Did you mean --help?");
        row("an option without its command", {"--json"}, "--json is not understood.");
        row("almost an inner command", {"machines", "ad"}, "Did you mean add?");
        row("almost an option", {"runs", "--jsn"}, "Did you mean --json?");
        row("nothing to stop", {"stop"}, "run is missing.");
        row("no machines", {"run", "job.json"}, "--machines is missing.");
        row("no value", {"machines", "terms", "box", "--price"}, "--price needs a value.");
        row("a wrong value", {"machines", "terms", "box", "--price", "-1"}, "--price cannot have this value.");
        row("no number", {"machines", "terms", "box", "--price", "much"}, "--price cannot have this value.");
        row("two that exclude each other", {"machines", "terms", "box", "--taken-after", "3", "--lifetime", "2:0.1"},
            "cannot be given together.");
    }
    void suggestsWhatWasMeant()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, words);
        const Outcome outcome = motley(arguments);
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.complaints.contains(words), outcome.complaints.constData());
        QVERIFY2(outcome.complaints.contains(" --help\n"), outcome.complaints.constData());
        const Outcome german = motley(arguments, "de_DE.UTF-8");
        QCOMPARE(german.code, 2);
        QVERIFY2(german.complaints.contains("So schreibt man es: motley"), german.complaints.constData());
        QVERIFY2(!german.complaints.contains(words), german.complaints.constData());
    }

    void saysThatThereIsNoDisplay()
    {
        const Outcome outcome = motley({});
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.complaints.contains("no display"), outcome.complaints.constData());
    }

    void saysThatThereIsNoHome_data()
    {
        QTest::addColumn<QString>("home"); // null: it is not set
        QTest::addRow("not set") << QString();
        QTest::addRow("empty") << QString(QLatin1String(""));
        QTest::addRow("no absolute path") << QStringLiteral("home");
    }
    void saysThatThereIsNoHome()
    {
        QFETCH(QString, home);
        QProcess process;
        auto environment = QProcessEnvironment::systemEnvironment();
        for (const char *absent : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
            environment.remove(QString::fromLatin1(absent));
        if (!home.isNull())
            environment.insert(QStringLiteral("HOME"), home);
        environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_folder->path());
        process.start(QStringLiteral(MOTLEY), {QStringLiteral("runs")});
        const Outcome outcome = endOf(process);
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.complaints.contains("HOME"), outcome.complaints.constData());
        QVERIFY2(QDir(m_folder->path()).isEmpty(), "a folder was made");
    }

    void failsWhereItsOutputIsNotTaken_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addRow("machines") << QStringList{"machines"};
        QTest::addRow("JSON") << QStringList{"machines", "--json"};
        QTest::addRow("help") << QStringList{"--help"};
        QTest::addRow("version") << QStringList{"--version"};
    }
    void failsWhereItsOutputIsNotTaken()
    {
        QFETCH(QStringList, arguments);
        const Outcome full
            = endOf(*start(arguments, "C.UTF-8", [] { ::dup2(::open("/dev/full", O_WRONLY), STDOUT_FILENO); }));
        QCOMPARE(full.code, 1);
        QCOMPARE(full.complaints,
            QByteArray("motley: Not all of the output could be written to stdout.\nNo space left on device\n"));
        const Outcome closed = endOf(*start(arguments, "C.UTF-8", [] { ::close(STDOUT_FILENO); }));
        QCOMPARE(closed.code, 1);
        QVERIFY2(closed.complaints.endsWith("\nBad file descriptor\n"), closed.complaints.constData());
    }

    void errorsAreObjectsForPrograms_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addRow("wrong usage") << QStringList{"plan", "--json"} << 2;
        QTest::addRow("no such run") << QStringList{"watch", "nothing", "--json"} << 1;
        QTest::addRow("no such job") << QStringList{"plan", "absent.json", "--machines", "local", "--json"} << 1;
    }
    void errorsAreObjectsForPrograms()
    {
        QFETCH(QStringList, arguments);
        const Outcome outcome = motley(arguments);
        QTEST(outcome.code, "code");
        const auto error = QJsonDocument::fromJson(outcome.output).object().value("error").toObject();
        QVERIFY2(!error.value("message").toString().isEmpty(), outcome.output.constData());
        QVERIFY(error.contains("detail"));
    }

    // As the window's Remove, which asks too.
    void aRunIsRemoved()
    {
        const ScriptedMachines machines(m_folder->path());
        RunHistory history(dataFolder());
        QVERIFY(history.open());
        RunRecord record = machines.record(history, true, true);
        const QString there = m_folder->filePath(QStringLiteral("runs/") + record.id);
        machines.write(QStringLiteral("runs/") + record.id + QStringLiteral("/launch.json"), "{}");
        record.remoteRuns.front().folder = there.toStdString();
        record.remoteRuns.resize(1);
        QVERIFY(history.update(record));
        const auto remove = [&](const QStringList &more) {
            const auto process = start(QStringList{"runs", "--remove", "digits"} + more, "C.UTF-8", [] { setsid(); });
            return endOf(*process);
        };
        Outcome outcome = remove({"--yes"});
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.complaints.contains("is not over. Stop it first: motley stop"), outcome.complaints);

        record.outcome = RunRecord::Outcome::Completed;
        QVERIFY(history.update(record));
        outcome = remove({}); // without a terminal
        QCOMPARE(outcome.code, 1);
        for (const char *words : {"Remove digits of", "its model on this computer are deleted", "--yes", "Nothing was"})
            QVERIFY2(outcome.complaints.contains(words), outcome.complaints);
        QVERIFY(QFile::exists(there) && QFile::exists(record.folder));

        outcome = remove({"--yes"});
        QVERIFY2(outcome.code == 0, outcome.complaints);
        QVERIFY(!QFile::exists(there) && !QFile::exists(record.folder));
        QVERIFY(!history.find(record.id));
        QVERIFY(history.leftFolders(record.machines.front())->empty());
    }

    // Its other machine says how it stands.
    void aRunIsOrderedWhoseFirstMachineDoesNotAnswer_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QByteArray>("order"); // to the engine
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<QByteArray>("state");
        const QByteArray saved("hbox1, which has what it saved last");
        QTest::addRow("it trains") << "stop" << QByteArray("stop ") << QByteArray(running) << saved
                                   << QByteArray("stopped");
        QTest::addRow("it is paused") << "pause" << QByteArray("--pause") << QByteArray(running) << saved
                                      << QByteArray("paused");
        QTest::addRow("it saves") << "checkpoint" << QByteArray("checkpoint ") << QByteArray(running)
                                  << QByteArray("writes a checkpoint after the step it is in") << QByteArray("running");
        QTest::addRow("it has lost the first one")
            << "stop" << QByteArray("stop ") << QByteArray(lost) << QByteArray("has ended") << QByteArray("failed");
    }
    void aRunIsOrderedWhoseFirstMachineDoesNotAnswer()
    {
        QFETCH(QString, command);
        QFETCH(QByteArray, order);
        QFETCH(QByteArray, status);
        QFETCH(QByteArray, words);
        QFETCH(QByteArray, state);
        const ScriptedMachines machines(m_folder->path());
        machines.write("second/status", status);
        machines.write("second/status-stopped", status == running ? QByteArray(ended) : status);
        machines.writeRun(dataFolder());
        const Outcome stopped = motley({command, "digits"});
        QVERIFY2(stopped.code == 0, stopped.complaints.constData());
        QVERIFY2(stopped.complaints.contains(words), stopped.complaints.constData());
        QVERIFY(machines.read("second/ordered").contains(order));
        const QByteArray list = motley({"runs"}).output;
        QVERIFY2(list.contains(state), list.constData());
    }

    // The new run then fails for its data, which are nowhere.
    void aRunIsResumedWhoseFirstMachineDoesNotAnswer_data()
    {
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("words");
        const QStringList without{"--without", "hbox1"};
        QTest::addRow("lost") << QByteArray(lost) << without << QByteArray("/data/");
        QTest::addRow("ended") << QByteArray(ended) << without << QByteArray("/data/");
        QTest::addRow("ended, and nobody is left out")
            << QByteArray(ended) << QStringList() << QByteArray("--without hbox1");
        QTest::addRow("it trains") << QByteArray(running) << without << QByteArray("still trains; stop it first");
    }
    void aRunIsResumedWhoseFirstMachineDoesNotAnswer()
    {
        QFETCH(QByteArray, status);
        QFETCH(QStringList, options);
        QFETCH(QByteArray, words);
        const ScriptedMachines machines(m_folder->path());
        machines.write("second/status", status);
        machines.writeRun(dataFolder());
        const Outcome resumed = motley(QStringList{"resume", "digits"} + options);
        QCOMPARE(resumed.code, 1);
        QVERIFY2(resumed.complaints.contains(words), resumed.complaints.constData());
    }

    // Its host key is not known, and there is no terminal to ask on.
    void aMachineThatAsksIsNotOneThatDoesNotAnswer()
    {
        SshdServer server;
        if (const auto started = server.start(); !started)
            QSKIP(started.error().message.c_str());
        server.writeClientConfig();
        const ScriptedMachines machines(m_folder->path());
        machines.writeRun(dataFolder());
        RunHistory history(dataFolder());
        QVERIFY(history.open());
        RunRecord record = *history.find(QStringLiteral("digits"));
        record.machines.front().destination = QStringLiteral("there");
        QVERIFY(history.update(record));
        const Outcome resumed = endOf(*start({"resume", "digits"}, "C.UTF-8", [] { setsid(); }));
        QCOMPARE(resumed.code, 1);
        QVERIFY2(resumed.complaints.contains("still trains: hbox1 asks a question before it lets you log in"),
            resumed.complaints.constData());
    }

    // A machine that is broken or hostile warns without end.
    void aFloodOfWarningsIsCut()
    {
        const ScriptedMachines machines(m_folder->path());
        machines.writeRun(dataFolder(), true);
        std::vector<Event> events = machines.events();
        for (int i = 0; i < 30000; ++i)
            events.push_back({std::int64_t(events.size()) + 1, 3, Warning{0, "It is late."}});
        events.push_back(
            {std::int64_t(events.size()) + 1, 3, RunFinished{RunFinished::Outcome::Failed, 60, 3, "It broke.", {}}});
        machines.writeEvents(QStringLiteral("first"), events);
        machines.write(QStringLiteral("first/status"), {});
        machines.write(QStringLiteral("first/dead"), {}); // nothing is followed any more
        const Outcome watched = motley({"watch", "digits"});
        const QByteArray words = watched.output + watched.complaints;
        QVERIFY2(words.contains("It broke."), words.right(2000).constData());
        QCOMPARE(words.count("It is late."), 100);
        QVERIFY2(words.contains("900 more messages like these are not shown."), words.right(2000).constData());
    }

    void aRunThatHasEndedIsNotStoppedAgain()
    {
        RunHistory history(dataFolder());
        QVERIFY(QDir().mkpath(m_folder->filePath(QStringLiteral("DATA"))));
        QVERIFY(history.open());
        JobSpec job;
        job.name = "digits";
        job.task = ImageSpec{{}, {"/data"}};
        auto record = history.create(job, {{Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}}});
        QVERIFY(record);
        record->outcome = RunRecord::Outcome::Completed;
        record->remoteRuns = {{"/nowhere/motley-engine", "/nowhere/run"}};
        QVERIFY(history.update(*record));
        const Outcome stopped = motley({"stop", "digits"});
        QCOMPARE(stopped.code, 1);
        QVERIFY2(stopped.complaints.contains("has already ended: completed"), stopped.complaints.constData());
        const auto lines = motley({"runs"}).output.split('\n');
        QVERIFY(lines.size() >= 2);
        QVERIFY2(lines[0].startsWith("Run "), lines[0].constData());
        QCOMPARE(lines[1].indexOf("completed"), lines[0].indexOf("State")); // below its heading
        QCOMPARE(lines[1].indexOf("digits"), lines[0].indexOf("Name"));
    }
};

QTEST_GUILESS_MAIN(CommandLineTest)
#include "tst_commandline.moc"
