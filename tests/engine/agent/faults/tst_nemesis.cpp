// Random faults on whole runs, of a seed: whatever they meet, the run trains on and what its machines have logged holds
// together. MOTLEY_NEMESIS_SECONDS=1800 goes on from seed to seed for half an hour, from MOTLEY_NEMESIS_SEED on; each
// seed is said before its run.
#include "tests/engine/agent/faults/struckrun.h"

#include <QElapsedTimer>
#include <QTest>

#include <array>
#include <random>

using namespace motley;

namespace {

constexpr int machines = 4;
constexpr int fewBlows = 3; // in ./test
constexpr int manyBlows = 12;

class Nemesis {
public:
    explicit Nemesis(unsigned seed) : m_random(seed), m_run(machines) { }

    // What went wrong; empty: nothing.
    QString fight(int blows)
    {
        if (const QString problem = m_run.start(); !problem.isEmpty())
            return problem;
        for (int blow = 0; blow < blows; ++blow) {
            QTest::qWait(below(1500));
            if (const QString problem = strike(); !problem.isEmpty())
                return problem;
            if (!m_run.goesOn())
                return QStringLiteral("It stands still.");
        }
        return m_run.end();
    }

    QStringList told; // the blows

private:
    int below(int limit) { return int(m_random() % unsigned(limit)); }

    QString strike()
    {
        constexpr std::array blows{Blow::KillRank, Blow::KillAgent, Blow::KillLeader, Blow::KillLeader,
            Blow::FreezeMachine, Blow::PauseRank, Blow::PauseAgent, Blow::PauseMachine, Blow::CutRanks, Blow::Rejoin,
            Blow::Rejoin, Blow::Rejoin};
        Blow blow{};
        int machine = -1;
        while (machine < 0) {
            blow = blows[std::size_t(below(int(blows.size())))];
            machine = m_run.victimOf(blow, below(machines));
        }
        told.push_back(QStringLiteral("%1 %2 at step %3").arg(nameOf(blow)).arg(machine + 1).arg(m_run.newestStep()));
        qInfo("  %s", qPrintable(told.back()));
        return m_run.strike(blow, machine, 200 + below(3000));
    }

    std::mt19937 m_random;
    StruckRun m_run;
};

} // namespace

class NemesisTest : public QObject {
    Q_OBJECT

public:
    static void initMain() { qputenv("QTEST_FUNCTION_TIMEOUT", "1000000000"); } // milliseconds; five minutes otherwise

private Q_SLOTS:
    void survives();
};

void NemesisTest::survives()
{
    const int seconds = qEnvironmentVariableIntValue("MOTLEY_NEMESIS_SECONDS");
    unsigned seed = unsigned(qEnvironmentVariableIntValue("MOTLEY_NEMESIS_SEED"));
    QElapsedTimer elapsed;
    elapsed.start();
    do {
        qInfo("MOTLEY_NEMESIS_SEED=%u", seed);
        Nemesis nemesis(seed);
        const QString problem = nemesis.fight(seconds > 0 ? manyBlows : fewBlows);
        QVERIFY2(problem.isEmpty(),
            qPrintable(QStringLiteral("Seed %1: %2\n%3").arg(seed).arg(problem, nemesis.told.join(QLatin1Char('\n')))));
        ++seed;
    } while (elapsed.elapsed() < 1000LL * seconds);
}

QTEST_GUILESS_MAIN(NemesisTest)
#include "tst_nemesis.moc"
