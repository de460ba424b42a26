// Rank processes as their agent sees them: one is killed or suspended, the others are told on their stdin who goes on.
#include "engine/protocol/membership.h"
#include "tests/engine/agent/loopbackrun.h"
#include "tests/engine/rendezvous/relayingagents.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

using namespace motley;

namespace {

constexpr int ranks = 3;
constexpr std::int64_t steps = 60;
constexpr std::int64_t lostIn = 12; // step
constexpr int patience = 120000; // milliseconds

class Workers {
public:
    Workers() : m_run(ranks)
    {
        m_run.job().maxSteps = steps;
        m_run.job().checkpoint.everySteps = 20;
        m_run.writeLaunch(0);
        for (int number = 0; number < ranks; ++number) {
            m_ranks.push_back(std::make_unique<QProcess>());
            const Descriptor input = m_agents.socketOf(number);
            rank(number).setChildProcessModifier([&input] { dup2(input.get(), STDIN_FILENO); });
            rank(number).start(QStringLiteral(MOTLEY_ENGINE),
                {"worker", QString::fromStdString(m_run.folder().path), "--rank", QString::number(number)});
            rank(number).waitForStarted();
        }
    }
    ~Workers()
    {
        for (const auto &process : m_ranks) {
            process->kill();
            process->waitForFinished();
        }
    }

    QProcess &rank(int number) { return *m_ranks[std::size_t(number)]; }
    void say(int number, const std::string &line) { m_agents.relayOf(number).tell(number, line); }
    void loseAgent() { m_agents.stop(); }

    // The next generation, of these ranks.
    void form(const std::vector<int> &members)
    {
        QFile file(QString::fromStdString(m_run.folder().launch()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        Membership next{++m_generation, parseLaunchSpec(file.readAll().toStdString()).value().plan, members};
        next.reported = {newest<StepDone>(), newest<Evaluation>(), newest<CheckpointSaved>()};
        for (PlannedRank &planned : next.plan.ranks)
            planned.share = 0;
        const auto others = std::int64_t(members.size());
        for (const int number : members)
            next.plan.ranks[std::size_t(number)].share = m_run.job().batch / others;
        next.plan.ranks[std::size_t(members.front())].share += m_run.job().batch % others;
        m_agents.relayOf(0).beginGeneration(m_generation);
        for (int number = 0; number < ranks; ++number)
            say(number, toLine(next));
    }

    void read()
    {
        for (int number = 0; number < ranks; ++number)
            while (rank(number).canReadLine())
                if (const auto event = parseEvent(rank(number).readLine().trimmed().toStdString()))
                    m_events.push_back(event->body);
    }
    template <typename Body>
    std::vector<Body> all() const
    {
        std::vector<Body> found;
        for (const EventBody &event : m_events)
            if (const auto *body = std::get_if<Body>(&event))
                found.push_back(*body);
        return found;
    }
    template <typename Body>
    std::int64_t newest() const // its step
    {
        const auto found = all<Body>();
        return found.empty() ? 0 : found.back().step;
    }
    bool reaches(std::int64_t step)
    {
        read();
        return newest<StepDone>() >= step;
    }
    bool hasEnded(int number) { return rank(number).state() == QProcess::NotRunning; }

private:
    LoopbackRun m_run;
    RelayingAgents m_agents{std::vector<int>(ranks, 0)};
    std::vector<std::unique_ptr<QProcess>> m_ranks;
    std::vector<EventBody> m_events;
    int m_generation = 1;
};

} // namespace

class SurvivingWorkersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goOnWithoutALostProcess_data();
    void goOnWithoutALostProcess();
    void endWithTheirAgent();
    void refuseWhatIsNoMembership();
};

void SurvivingWorkersTest::goOnWithoutALostProcess_data()
{
    QTest::addColumn<int>("lost");
    QTest::addColumn<bool>("isSuspended");
    QTest::addRow("the last, killed") << 2 << false;
    QTest::addRow("the last, suspended") << 2 << true;
    QTest::addRow("the first, killed") << 0 << false;
    QTest::addRow("the first, suspended") << 0 << true;
}

void SurvivingWorkersTest::goOnWithoutALostProcess()
{
    QFETCH(int, lost);
    QFETCH(bool, isSuspended);
    Workers workers;
    QTRY_VERIFY_WITH_TIMEOUT(workers.reaches(lostIn), patience);
    std::vector<int> others{0, 1, 2};
    std::erase(others, lost);
    ::kill(pid_t(workers.rank(lost).processId()), isSuspended ? SIGSTOP : SIGKILL);
    QVERIFY(isSuspended || workers.rank(lost).waitForFinished());
    QTest::qWait(isSuspended ? 200 : 0); // what it has written arrives
    workers.read();
    workers.form(others);
    const auto isFormed = [&] {
        workers.read();
        return workers.all<GenerationFormed>().size() == 1;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isFormed(), patience);
    workers.rank(lost).kill();
    const auto areOver = [&] {
        workers.read();
        return std::all_of(others.begin(), others.end(), [&](int rank) { return workers.hasEnded(rank); });
    };
    QTRY_VERIFY_WITH_TIMEOUT(areOver(), patience);
    workers.read();
    for (const int rank : others) {
        QCOMPARE(workers.rank(rank).readAllStandardError(), QByteArray());
        QCOMPARE(workers.rank(rank).exitCode(), 0);
    }
    const auto done = workers.all<StepDone>();
    QCOMPARE(done.size(), std::size_t(steps));
    for (std::size_t i = 0; i < done.size(); ++i)
        QCOMPARE(done[i].step, std::int64_t(i + 1));
    std::vector<int> last;
    for (const RankStep &rank : done.back().ranks)
        last.push_back(rank.rank);
    QCOMPARE(last, others);
    const auto finished = workers.all<RunFinished>();
    QCOMPARE(finished.size(), others.size());
    for (const RunFinished &end : finished)
        QVERIFY(end.outcome == RunFinished::Outcome::Completed);
    const GenerationFormed formed = workers.all<GenerationFormed>().front();
    qInfo("%.0f ms to connect, %.0f ms to have the same state", formed.connectSeconds * 1e3, formed.syncSeconds * 1e3);
}

void SurvivingWorkersTest::endWithTheirAgent()
{
    Workers workers;
    QTRY_VERIFY_WITH_TIMEOUT(workers.reaches(3), patience);
    QElapsedTimer timer;
    timer.start();
    workers.loseAgent();
    for (int rank = 0; rank < ranks; ++rank) {
        QVERIFY(workers.hasEnded(rank) || workers.rank(rank).waitForFinished(patience));
        QCOMPARE(workers.rank(rank).exitCode(), 1);
    }
    QVERIFY2(timer.elapsed() < 1000, qPrintable(QString("%1 ms").arg(timer.elapsed())));
}

void SurvivingWorkersTest::refuseWhatIsNoMembership()
{
    Workers workers;
    workers.say(2, "{}");
    QVERIFY(workers.rank(2).waitForFinished(patience));
    QCOMPARE(workers.rank(2).exitCode(), 1);
    QVERIFY(workers.rank(2).readAllStandardError().contains("membership"));
}

QTEST_GUILESS_MAIN(SurvivingWorkersTest)
#include "tst_survivingworkers.moc"
