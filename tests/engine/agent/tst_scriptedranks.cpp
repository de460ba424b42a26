// How an agent takes what its ranks report and how they end. The agent is real; each rank is a process that follows a
// script.
#include "engine/agent/agent.h"
#include "tests/fixtures/memorygroup.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QTest>

#include <signal.h>
#include <unistd.h>

using namespace motley;

namespace {

// The agent's answer to ranks that follow these scripts, and what it logged.
struct Outcome {
    RunFinished finished;
    std::vector<RankFailed> failures;
};

Outcome runRanks(const std::vector<std::string> &scripts, bool stops = false)
{
    const QTemporaryDir folder;
    LaunchSpec launch;
    launch.runId = "scripted";
    launch.token = std::string(64, 'a');
    launch.plan.machines = {{"here", "127.0.0.1"}};
    for (std::size_t rank = 0; rank < scripts.size(); ++rank) {
        launch.plan.ranks.push_back({0, {}, 1, 0, 1});
        QFile file(folder.filePath(QStringLiteral("rank-%1.script").arg(rank)));
        if (!file.open(QIODevice::WriteOnly) || file.write(scripts[rank].c_str()) < 0)
            qFatal("The script could not be written.");
    }
    Outcome outcome;
    AgentOptions options{{folder.path().toStdString()}, launch, {}, {}};
    options.engine = MOTLEY_SCRIPTED_RANK;
    options.observer = [&](const Event &event) {
        if (const auto *failure = std::get_if<RankFailed>(&event.body))
            outcome.failures.push_back(*failure);
    };
    if (stops)
        options.ready = [](const AgentReady &) { kill(getpid(), SIGTERM); };
    const auto finished = runAgent(std::move(options));
    if (finished)
        outcome.finished = *finished;
    else
        outcome.finished = {RunFinished::Outcome::Failed, 0, 0, finished.error().message, {}};
    return outcome;
}

std::string finished(RunFinished::Outcome outcome, std::int64_t step)
{
    return "print " + toLine(Event{0, 0, RunFinished{outcome, step, 0, {}, {}}}) + "\n";
}

} // namespace

class ScriptedRanksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void waitsForRanksThatWorkAfterAStop();
    void countsARankAsDoneThatCrashesAfterItsLastEvent();
    void namesTheRankWithACauseOfItsOwn();
    void namesARankThatIsStillEnding();
    void waitsForEveryCauseBeforeItNamesASurvivor();
    void saysTheEndAndTheCheckpointInWholeSentences();
    void saysThatTheMemoryWasFull();
};

void ScriptedRanksTest::waitsForRanksThatWorkAfterAStop()
{
    // A step, a checkpoint and a model on a slow machine.
    const auto outcome
        = runRanks({"until-stopped\nwork 33\n" + finished(RunFinished::Outcome::Stopped, 7)}, true).finished;
    QVERIFY2(outcome.message.find("here (127.0.0.1) was told to end (SIGTERM)") != std::string::npos,
        outcome.message.c_str());
    QVERIFY(outcome.outcome == RunFinished::Outcome::Stopped);
    QCOMPARE(outcome.step, std::int64_t(7));
}

// Static destructors of libraries run after it.
void ScriptedRanksTest::countsARankAsDoneThatCrashesAfterItsLastEvent()
{
    const auto outcome = runRanks({"work 1\n" + finished(RunFinished::Outcome::Completed, 9) + "abort\n"}).finished;
    QVERIFY2(outcome.message.empty(), outcome.message.c_str());
    QVERIFY(outcome.outcome == RunFinished::Outcome::Completed);
    QCOMPARE(outcome.step, std::int64_t(9));
}

// The survivor reports first, and on the same machine.
void ScriptedRanksTest::namesTheRankWithACauseOfItsOwn()
{
    const auto failed = [](int rank, RankFailed::Kind kind) {
        return "print " + toLine(Event{0, 0, RankFailed{rank, 0, "words that say nothing", {}, kind}}) + "\nexit 1\n";
    };
    const auto outcome = runRanks(
        {"say no\n" + failed(0, RankFailed::Kind::PeerLost), "work 2\n" + failed(1, RankFailed::Kind::BadInput)});
    QCOMPARE(outcome.failures.size(), std::size_t(1));
    QCOMPARE(outcome.failures[0].rank, 1);
    QVERIFY(outcome.failures[0].kind == RankFailed::Kind::BadInput);
    QVERIFY2(
        QByteArray::fromStdString(outcome.finished.message).startsWith("Rank 1"), outcome.finished.message.c_str());
}

// Destructors of libraries may take long, or hang.
void ScriptedRanksTest::namesARankThatIsStillEnding()
{
    const auto failed = [](int rank, RankFailed::Kind kind) {
        return "print " + toLine(Event{0, 0, RankFailed{rank, 0, "a reason", {}, kind}}) + "\n";
    };
    const auto outcome = runRanks({failed(0, RankFailed::Kind::PeerLost) + "exit 1\n",
        "say last words\n" + failed(1, RankFailed::Kind::BadInput) + "work 30\n"});
    QCOMPARE(outcome.failures.size(), std::size_t(1));
    QCOMPARE(outcome.failures[0].rank, 1);
    QVERIFY(outcome.failures[0].kind == RankFailed::Kind::BadInput);
    QCOMPARE(outcome.failures[0].lastLines, (std::vector<std::string>{"last words"}));
}

void ScriptedRanksTest::waitsForEveryCauseBeforeItNamesASurvivor()
{
    const auto lost = toLine(Event{0, 0, RankFailed{0, 0, "another rank is gone", {}, RankFailed::Kind::PeerLost}});
    const auto outcome = runRanks({"print " + lost + "\nexit 1\n", "work 2\nabort\n"});
    QCOMPARE(outcome.failures.size(), std::size_t(1));
    QCOMPARE(outcome.failures[0].rank, 1);
    QVERIFY(outcome.failures[0].kind == RankFailed::Kind::Killed);
}

void ScriptedRanksTest::saysTheEndAndTheCheckpointInWholeSentences()
{
    const auto written = toLine(Event{0, 0, CheckpointSaved{5, "checkpoints/step-5", 1, 0.1}});
    const auto outcome = runRanks({"print " + written + "\nabort\n"}).finished;
    QVERIFY2(QByteArray::fromStdString(outcome.message)
                 .endsWith("killed by signal 6 (Aborted). The newest checkpoint is checkpoints/step-5."),
        outcome.message.c_str());
}

// At a limit that leaves a rank no time for anything else.
void ScriptedRanksTest::saysThatTheMemoryWasFull()
{
    const MemoryGroup group(32 << 20);
    if (!group.isMade())
        QSKIP("needs root, to make a control group with a limit on memory");
    QTemporaryFile file(
        QCoreApplication::applicationDirPath() + QStringLiteral("/thrash-XXXXXX")); // /tmp may be memory
    QVERIFY(file.open());
    QVERIFY(file.resize(96 << 20));
    const auto outcome = runRanks({"work 1\nthrash " + group.path() + " " + file.fileName().toStdString() + "\n"});
    QVERIFY2(outcome.finished.message.find("no sign of life for 10 s") != std::string::npos,
        outcome.finished.message.c_str());
    QCOMPARE(outcome.failures.size(), std::size_t(1));
    const std::string cause = outcome.failures[0].cause;
    QVERIFY2(cause.find("Just before, the memory of that machine was full") != std::string::npos, cause.c_str());
}

QTEST_GUILESS_MAIN(ScriptedRanksTest)
#include "tst_scriptedranks.moc"
