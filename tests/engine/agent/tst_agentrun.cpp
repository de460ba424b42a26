// Whole runs with real agents, workers and stores on loopback addresses.
#include "engine/machine/processstat.h"
#include "tests/engine/agent/loopbackrun.h"
#include "tests/engine/agent/loopbackstatus.h"

#include <QDir>
#include <QTest>

#include <signal.h>

#include <algorithm>
#include <set>

using namespace motley;

namespace {

bool standsStill(int process)
{
    const auto fields = fieldsOfStat(process);
    return !fields.empty() && fields.front() == "T";
}

// Suspends the agent and its ranks as Ctrl-Z in the agent's terminal does.
void suspendAgentOf(const LoopbackRun &run)
{
    kill(run.ready().pid, SIGTSTP);
    QTRY_VERIFY_WITH_TIMEOUT(standsStill(run.ready().pid) && standsStill(run.rankProcess(0)), 5000);
}

// Sends it a signal, and waits until it has taken it.
void order(const LoopbackRun &run, int number)
{
    QVERIFY(signalAgent(*agentOf(run.folder()), number));
    QFile status(QStringLiteral("/proc/%1/status").arg(run.ready().pid));
    const auto isPending = [&] {
        bool pending = !status.open(QIODevice::ReadOnly);
        for (const QByteArray &line : status.readAll().split('\n'))
            if (line.startsWith("SigPnd:") || line.startsWith("ShdPnd:"))
                pending = pending || (line.mid(7).trimmed().toULongLong(nullptr, 16) >> (number - 1) & 1);
        status.close();
        return pending;
    };
    QTRY_VERIFY_WITH_TIMEOUT(!isPending(), 20000);
}

// The local addresses of sockets that listen on this port, from /proc/net/tcp and tcp6 in the kernel's notation.
QStringList listenersOn(int port)
{
    QStringList found;
    for (const QString &table : {QStringLiteral("/proc/net/tcp"), QStringLiteral("/proc/net/tcp6")}) {
        QFile file(table);
        if (!file.open(QIODevice::ReadOnly))
            continue;
        for (const QByteArray &line : file.readAll().split('\n')) {
            const QList<QByteArray> words = line.simplified().split(' ');
            if (words.size() > 3 && words[3] == "0A" && words[1].split(':').last().toInt(nullptr, 16) == port)
                found << QString::fromLatin1(words[1].split(':').first());
        }
    }
    return found;
}

} // namespace

class AgentRunTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void trainsOnTwoMachinesTogether();
    void stopsAllRanksAfterTheSameStepAndGoesOnFromThere();
    void savesACheckpointWhenAskedAndIsPaused();
    void isPausedOnceHoweverOftenThatIsAsked_data();
    void isPausedOnceHoweverOftenThatIsAsked();
    void isDeadWhenItsAgentIsKilledAndCanBeStartedAgain();
    void isNotFollowedOnceFolderAndAgentAreGone();
    void standsStillWithItsAgent();
    void stopsWithACheckpointWhileItStandsStill();
    void listensOnThePlannedAddressOnly();
    void tellsNoOtherUserItsPort();
    void outlivesTheShellThatStartedIt();
    void refusesASecondAgent();
    void saysWhyAnAgentCouldNotBegin();
    void saysWhyARankCouldNotTrain();
};

void AgentRunTest::trainsOnTwoMachinesTogether()
{
    LoopbackRun run(2);
    run.job().epochs = 80; // 1280 steps: longer than the two seconds between samples of telemetry
    QVERIFY2(run.start(), run.errors());
    QTRY_COMPARE_WITH_TIMEOUT(statusIn(run.folder()).state, RunStatus::State::Finished, 120000);

    QVERIFY(isNumberedWithoutGaps(run.events()));
    QCOMPARE(run.all<RunStarted>().size(), std::size_t(1));
    QCOMPARE(run.all<PlanChosen>().size(), std::size_t(1));
    const auto steps = run.all<StepDone>();
    QCOMPARE(steps.size(), std::size_t(1280));
    for (const StepDone &step : steps) {
        QCOMPARE(step.ranks.size(), std::size_t(2));
        QVERIFY(step.samplesPerSecond > 0);
    }
    QVERIFY(steps.back().loss < 0.5 * steps.front().loss);
    std::set<int> sampled;
    for (const Telemetry &telemetry : run.all<Telemetry>())
        sampled.insert(telemetry.machine);
    QCOMPARE(sampled, (std::set<int>{0, 1}));
    const auto finished = run.all<RunFinished>();
    QCOMPARE(finished.size(), std::size_t(1));
    QVERIFY(finished[0].outcome == RunFinished::Outcome::Completed);
    QCOMPARE(finished[0].step, std::int64_t(1280));
    QVERIFY(QFile::exists(path(run.folder()) + QStringLiteral("/model/model.safetensors")));
    QTRY_VERIFY_WITH_TIMEOUT(run.processes().empty(), 10000);
    const auto status = runEngine({QStringLiteral("status"), path(run.folder())});
    QCOMPARE(parseRunStatus(status.output.trimmed().toStdString()).value(),
        (RunStatus{RunStatus::State::Finished, run.events().back().sequence, 1280}));

    const auto evaluated = runEngine({QStringLiteral("evaluate"), path(run.folder()) + QStringLiteral("/model"),
        QStringLiteral("--data"), QString::fromStdString(run.dataFolder())});
    QCOMPARE(evaluated.exitCode, 0);
    const auto event = parseEvent(evaluated.output.trimmed().toStdString());
    QVERIFY(event);
    QCOMPARE(std::get<Evaluation>(event->body).metrics, run.all<Evaluation>().back().metrics);
}

void AgentRunTest::stopsAllRanksAfterTheSameStepAndGoesOnFromThere()
{
    LoopbackRun run(2);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().size() > 5, startLimit);
    // The stop is requested on the machine that does not coordinate: a request of one rank stops all ranks.
    const auto stopped = runEngine({QStringLiteral("stop"), path(run.folder(1))});
    QCOMPARE(stopped.exitCode, 0);
    QTRY_COMPARE_WITH_TIMEOUT(statusIn(run.folder()).state, RunStatus::State::Finished, 20000);
    QTRY_VERIFY_WITH_TIMEOUT(run.processes().empty(), 10000);
    QVERIFY(run.all<RankFailed>().empty());
    const RunFinished finished = run.all<RunFinished>().at(0);
    QVERIFY(finished.outcome == RunFinished::Outcome::Stopped);
    QCOMPARE(finished.message, std::string("The run was stopped on box-2 (127.0.0.2)."));
    QCOMPARE(run.all<StepDone>().back().step, finished.step);
    const CheckpointSaved checkpoint = run.all<CheckpointSaved>().at(0);
    QCOMPARE(checkpoint.step, finished.step);

    LoopbackRun next(2);
    next.job() = run.job();
    QVERIFY2(next.start(run.folder().path + "/" + checkpoint.folder), next.errors());
    QTRY_VERIFY_WITH_TIMEOUT(!next.all<StepDone>().empty(), startLimit);
    QCOMPARE(next.all<RunStarted>().at(0).firstStep, finished.step + 1);
    QCOMPARE(next.all<StepDone>().front().step, finished.step + 1);
    const auto ended = runEngine({QStringLiteral("stop"), QStringLiteral("--now"), path(next.folder())});
    QCOMPARE(ended.exitCode, 0);
    QTRY_VERIFY_WITH_TIMEOUT(next.processes().empty(), 10000);
    QVERIFY(next.all<RunFinished>().at(0).outcome == RunFinished::Outcome::Stopped);
}

// Both are asked for on the machine that does not coordinate: what one rank hears all do.
void AgentRunTest::savesACheckpointWhenAskedAndIsPaused()
{
    LoopbackRun run(2);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().size() > 5, startLimit);
    QVERIFY(run.all<CheckpointSaved>().empty()); // none is due before the end
    const auto asked = runEngine({QStringLiteral("checkpoint"), path(run.folder(1))});
    QVERIFY2(asked.exitCode == 0, asked.errors);
    QCOMPARE(parseRunStatus(asked.output.trimmed().toStdString()).value().state, RunStatus::State::Running);
    QTRY_COMPARE_WITH_TIMEOUT(run.all<CheckpointSaved>().size(), std::size_t(1), startLimit);
    const CheckpointSaved saved = run.all<CheckpointSaved>().front();
    QVERIFY(QFile::exists(path(run.folder()) + QLatin1Char('/') + QString::fromStdString(saved.folder)));
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().back().step > saved.step + 5, startLimit); // it trains on
    QCOMPARE(run.all<CheckpointSaved>().size(), std::size_t(1)); // and saved one alone

    const auto paused = runEngine({QStringLiteral("stop"), QStringLiteral("--pause"), path(run.folder(1))});
    QVERIFY2(paused.exitCode == 0, paused.errors);
    QTRY_COMPARE_WITH_TIMEOUT(statusIn(run.folder()).state, RunStatus::State::Finished, 20000);
    QTRY_VERIFY_WITH_TIMEOUT(run.processes().empty(), 10000);
    const RunFinished finished = run.all<RunFinished>().at(0);
    QVERIFY(finished.outcome == RunFinished::Outcome::Paused);
    QCOMPARE(finished.message, std::string());
    QCOMPARE(run.all<CheckpointSaved>().back().step, finished.step);

    const auto late = runEngine({QStringLiteral("checkpoint"), path(run.folder())});
    QCOMPARE(late.exitCode, 1);
    QVERIFY2(late.errors.contains("does not train here any more"), late.errors);
}

void AgentRunTest::isPausedOnceHoweverOftenThatIsAsked_data()
{
    QTest::addColumn<std::vector<int>>("orders");
    QTest::addColumn<RunFinished::Outcome>("outcome");
    using Orders = std::vector<int>;
    QTest::addRow("twice") << Orders{SIGUSR2, SIGUSR2} << RunFinished::Outcome::Paused;
    QTest::addRow("with a checkpoint") << Orders{SIGUSR1, SIGUSR2, SIGUSR1} << RunFinished::Outcome::Paused;
    QTest::addRow("then it is stopped") << Orders{SIGUSR2, SIGTERM} << RunFinished::Outcome::Stopped;
    QTest::addRow("after it was stopped") << Orders{SIGTERM, SIGUSR2} << RunFinished::Outcome::Stopped;
}
// All is asked for in one step, which ends with one checkpoint.
void AgentRunTest::isPausedOnceHoweverOftenThatIsAsked()
{
    QFETCH(std::vector<int>, orders);
    QFETCH(RunFinished::Outcome, outcome);
    LoopbackRun run(1);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().size() > 2, startLimit);
    const int rank = run.rankProcess(0);
    QVERIFY(rank > 0 && kill(rank, SIGSTOP) == 0);
    QTRY_VERIFY(standsStill(rank));
    for (const int number : orders)
        order(run, number);
    QCOMPARE(kill(rank, SIGCONT), 0);
    QTRY_COMPARE_WITH_TIMEOUT(statusIn(run.folder()).state, RunStatus::State::Finished, 20000);
    const RunFinished finished = run.all<RunFinished>().at(0);
    QCOMPARE(finished.outcome, outcome);
    QCOMPARE(finished.message, std::string());
    QCOMPARE(run.all<CheckpointSaved>().size(), std::size_t(1));
    QCOMPARE(run.all<CheckpointSaved>().front().step, finished.step);
    QTRY_VERIFY_WITH_TIMEOUT(run.processes().empty(), 10000);
}

void AgentRunTest::isDeadWhenItsAgentIsKilledAndCanBeStartedAgain()
{
    LoopbackRun run(1);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(!run.all<StepDone>().empty(), startLimit);
    kill(run.ready().pid, SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(run.processes().empty(), 10000);
    QCOMPARE(statusIn(run.folder()).state, RunStatus::State::Dead);
    const auto followed = runEngine({QStringLiteral("follow"), path(run.folder())});
    QCOMPARE(followed.exitCode, 1);
    QVERIFY2(followed.errors.contains("agent.log"), followed.errors);

    const std::int64_t before = run.events().back().sequence;
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(run.events().back().sequence > before + 3, startLimit);
    QCOMPARE(statusIn(run.folder()).state, RunStatus::State::Running);
    QVERIFY(isNumberedWithoutGaps(run.events()));
}

void AgentRunTest::isNotFollowedOnceFolderAndAgentAreGone()
{
    LoopbackRun run(1);
    QVERIFY2(run.start(), run.errors());
    QProcess follow;
    follow.start(
        QStringLiteral(MOTLEY_ENGINE), {QStringLiteral("follow"), path(run.folder()), QStringLiteral("--json")});
    QByteArray said;
    const auto shows = [&](const char *word) { return (said += follow.readAllStandardOutput()).contains(word); };
    QTRY_VERIFY_WITH_TIMEOUT(shows("\"type\":\"step\""), startLimit);
    QVERIFY(QDir(path(run.folder())).removeRecursively());
    QVERIFY(!follow.waitForFinished(1000)); // its agent still trains
    kill(run.ready().pid, SIGKILL);
    QVERIFY(follow.waitForFinished(10000));
    QCOMPARE(follow.exitCode(), 1);
    QVERIFY2(follow.readAllStandardError().contains("was removed"), said);
}

void AgentRunTest::standsStillWithItsAgent()
{
    LoopbackRun run(1);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().size() > 5, startLimit);
    suspendAgentOf(run);
    const auto before = run.all<StepDone>().size();
    QTest::qWait(3000); // nothing happens, and for longer than a step may take below
    QCOMPARE(run.all<StepDone>().size(), before);
    kill(run.ready().pid, SIGCONT);
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().size() > before + 5, startLimit);
    double longest = 0;
    for (const StepDone &step : run.all<StepDone>())
        longest = std::max(longest, step.seconds);
    QVERIFY2(longest < 2, std::to_string(longest).c_str()); // the run was suspended and not slow
    QVERIFY(run.all<Slowdown>().empty());
}

void AgentRunTest::stopsWithACheckpointWhileItStandsStill()
{
    LoopbackRun run(1);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().size() > 5, startLimit);
    suspendAgentOf(run);
    QCOMPARE(runEngine({QStringLiteral("stop"), path(run.folder())}).exitCode, 0);
    const RunFinished finished = run.all<RunFinished>().at(0);
    QVERIFY(finished.outcome == RunFinished::Outcome::Stopped);
    QCOMPARE(run.all<CheckpointSaved>().at(0).step, finished.step);
}

void AgentRunTest::listensOnThePlannedAddressOnly()
{
    LoopbackRun run(2);
    QVERIFY2(run.start(), run.errors());
    QCOMPARE(listenersOn(run.ready().controlPort), QStringList{QStringLiteral("0100007F")});
}

void AgentRunTest::tellsNoOtherUserItsPort()
{
    LoopbackRun run(2);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(run.rankProcess(0) && run.rankProcess(1), startLimit);
    for (const int process : run.processes()) {
        QFile arguments(QStringLiteral("/proc/%1/cmdline").arg(process));
        QVERIFY(arguments.open(QIODevice::ReadOnly));
        const QByteArray words = arguments.readAll().replace('\0', ' ');
        QVERIFY2(!words.contains(QByteArray::number(run.ready().controlPort)), words);
    }
    QTRY_VERIFY_WITH_TIMEOUT(!run.all<StepDone>().empty(), startLimit);
}

void AgentRunTest::outlivesTheShellThatStartedIt()
{
    LoopbackRun run(1);
    QVERIFY2(run.start(), run.errors()); // writes launch.json
    QCOMPARE(runEngine({QStringLiteral("stop"), QStringLiteral("--now"), path(run.folder())}).exitCode, 0);

    QProcess shell;
    shell.start(QStringLiteral("setsid"),
        {QStringLiteral("sh"), QStringLiteral("-c"), QStringLiteral("\"$0\" agent \"$1\"; sleep 1000"),
            QStringLiteral(MOTLEY_ENGINE), path(run.folder())});
    QVERIFY(shell.waitForStarted());
    QByteArray said;
    const auto isReady = [&] { return (said += shell.readAllStandardOutput()).contains("controlPort"); };
    QTRY_VERIFY_WITH_TIMEOUT(isReady(), startLimit);
    kill(-pid_t(shell.processId()), SIGHUP);
    kill(-pid_t(shell.processId()), SIGKILL);
    shell.waitForFinished();
    const auto before = run.events().size();
    QTRY_VERIFY_WITH_TIMEOUT(run.events().size() > before + 5, startLimit);
}

void AgentRunTest::refusesASecondAgent()
{
    LoopbackRun run(1);
    QVERIFY2(run.start(), run.errors());
    const auto second = runEngine({QStringLiteral("agent"), path(run.folder())});
    QCOMPARE(second.exitCode, 1);
    QVERIFY2(second.errors.contains("living agent"), second.errors);
    QVERIFY2(second.errors.contains("motley-engine stop"), second.errors);
    QCOMPARE(second.errors.trimmed().count('\n'), 0);
}

void AgentRunTest::saysWhyAnAgentCouldNotBegin()
{
    const auto nowhere = runEngine({QStringLiteral("agent"), QStringLiteral("/nowhere/run")});
    QCOMPARE(nowhere.exitCode, 1);
    QVERIFY2(nowhere.errors.contains("/nowhere/run"), nowhere.errors);

    LoopbackRun run(1);
    const auto empty = runEngine({QStringLiteral("agent"), path(run.folder())});
    QCOMPARE(empty.exitCode, 1);
    QVERIFY2(empty.errors.contains("launch.json"), empty.errors);
}

void AgentRunTest::saysWhyARankCouldNotTrain()
{
    LoopbackRun run(1); // a second agent could come too late for a run that fails at once
    std::get<ImageSpec>(run.job().task).data.folder = "/nowhere";
    QVERIFY2(run.start(), run.errors());
    QTRY_COMPARE_WITH_TIMEOUT(statusIn(run.folder()).state, RunStatus::State::Finished, startLimit);
    const auto failures = run.all<RankFailed>();
    QCOMPARE(failures.size(), std::size_t(1));
    QVERIFY(failures[0].kind == RankFailed::Kind::BadInput);
    QVERIFY2(failures[0].cause.find("/nowhere") != std::string::npos, failures[0].cause.c_str());
    QVERIFY2(failures[0].cause.find("exit code") == std::string::npos, failures[0].cause.c_str());
}

QTEST_GUILESS_MAIN(AgentRunTest)
#include "tst_agentrun.moc"
