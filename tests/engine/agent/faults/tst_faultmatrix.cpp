// Each fault in each phase of a run, on machines of equal and of unequal speeds: what it costs, whom the run names, and
// what its machines have logged. ./test takes some rows; MOTLEY_ALL_FAULTS=1 all of them.
#include "tests/engine/agent/faults/struckrun.h"
#include "tests/engine/agent/loopbackstatus.h"

#include <QFile>
#include <QTest>

#include <unistd.h>

#include <functional>
#include <utility>
#include <vector>

using namespace motley;

namespace {

constexpr int machines = 4;
constexpr int moment = 2000; // milliseconds of a pause or a cut

using Moment = std::function<bool(const LoopbackRun &)>;

struct Phase {
    const char *name;
    Moment hasCome;
};

struct Fault {
    const char *name;
    Blow blow;
    const char *cause; // words of what the log says of the machine; empty: it is not lost
};

// Stops to hold between the renaming of the folder and the event that tells of it.
bool savesOrHasSaved(const LoopbackRun &run)
{
    return !run.all<CheckpointSaved>().empty() || QFile::exists(path(run.folder()) + "/checkpoints/step-50.tmp");
}

const std::vector<Phase> phases{{"at step 1", [](const LoopbackRun &run) { return !run.all<StepDone>().empty(); }},
    {"in a step", [](const LoopbackRun &run) { return run.all<StepDone>().size() > 20; }},
    {"in a checkpoint", savesOrHasSaved},
    {"in a test", [](const LoopbackRun &run) { return !run.all<Evaluation>().empty(); }}};

const std::vector<Fault> faults{{"a killed rank", Blow::KillRank, "killed by signal 9"},
    {"a killed agent", Blow::KillAgent, "went away"}, {"a killed leader", Blow::KillLeader, "went away"},
    {"a frozen machine", Blow::FreezeMachine, "has not answered for 10 s"}, {"a paused rank", Blow::PauseRank, ""},
    {"a paused agent", Blow::PauseAgent, ""}, {"a paused machine", Blow::PauseMachine, ""},
    {"cut ranks", Blow::CutRanks, ""}};

const std::vector<std::pair<const char *, std::vector<double>>> companies{
    {"", {}}, {" at 100, 50, 25 and 50 %", {1, 0.5, 0.25, 0.5}}};

// Which rows ./test takes: each fault once, and no fault that takes long.
bool isQuick(std::size_t fault, std::size_t phase)
{
    return faults[fault].blow != Blow::FreezeMachine && fault % 2 == 0 && phase == fault / 2 % phases.size();
}

} // namespace
Q_DECLARE_METATYPE(Moment)

class FaultMatrixTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goesOn_data();
    void goesOn();
};

void FaultMatrixTest::goesOn_data()
{
    QTest::addColumn<Moment>("hasCome");
    QTest::addColumn<int>("blow");
    QTest::addColumn<QByteArray>("cause");
    QTest::addColumn<std::vector<double>>("speeds");
    const bool all = qEnvironmentVariableIntValue("MOTLEY_ALL_FAULTS") > 0;
    for (std::size_t fault = 0; fault < faults.size(); ++fault)
        for (std::size_t phase = 0; phase < phases.size(); ++phase)
            for (const auto &[words, speeds] : companies)
                if (all || (isQuick(fault, phase) && speeds.empty()))
                    QTest::addRow("%s %s%s", faults[fault].name, phases[phase].name, words)
                        << phases[phase].hasCome << int(faults[fault].blow) << QByteArray(faults[fault].cause)
                        << speeds;
}

// A machine that is lost comes back.
void FaultMatrixTest::goesOn()
{
    QFETCH(Moment, hasCome);
    QFETCH(int, blow);
    QFETCH(QByteArray, cause);
    QFETCH(std::vector<double>, speeds);
    if (!speeds.empty() && geteuid() != 0)
        QSKIP("Processor quotas need root.");
    StruckRun struck(machines, speeds);
    struck.run().job().evaluateEveryEpochs = 3;
    QCOMPARE(struck.start(), QString());
    QVERIFY(QTest::qWaitFor([&] { return hasCome(struck.run()); }, startLimit));
    constexpr int last = machines - 1;
    const int victim = struck.victimOf(Blow(blow), last);
    QCOMPARE(struck.strike(Blow(blow), victim, moment), QString());
    QVERIFY(struck.goesOn());
    if (cause.isEmpty()) {
        const auto causes = struck.causes();
        QVERIFY2(causes.empty(), causes.empty() ? "" : causes.front().c_str());
        QCOMPARE(struck.training().size(), std::size_t(machines));
    } else {
        // Steps of some milliseconds may end between the blow and its effect.
        QTRY_COMPARE_WITH_TIMEOUT(struck.causes().size(), std::size_t(1), startLimit);
        QVERIFY(struck.goesOn());
        const auto causes = struck.causes();
        QVERIFY2(QByteArray::fromStdString(causes.front()).contains(cause), causes.front().c_str());
        QCOMPARE(struck.strike(Blow::Rejoin, victim, moment), QString());
        QVERIFY(struck.goesOn());
    }
    QCOMPARE(struck.end(), QString());
}

QTEST_GUILESS_MAIN(FaultMatrixTest)
#include "tst_faultmatrix.moc"
