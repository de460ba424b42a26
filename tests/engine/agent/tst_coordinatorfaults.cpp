// Whole runs whose coordinating machine is lost.
#include "engine/run/runstatus.h"
#include "tests/engine/agent/loopbackrun.h"

#include <QTest>

#include <signal.h>

using namespace motley;

namespace {

constexpr int startLimit = 60000; // milliseconds until the first steps on a busy computer

QString path(const RunFolder &folder)
{
    return QString::fromStdString(folder.path);
}

RunStatus statusIn(const RunFolder &folder)
{
    return statusOf(folder).value_or(RunStatus{RunStatus::State::Dead, -1, -1});
}

} // namespace

class CoordinatorFaultsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theOtherMachinesKnowHowItEnded();
};

// What a machine that does not coordinate says to whoever cannot ask the one that does.
void CoordinatorFaultsTest::theOtherMachinesKnowHowItEnded()
{
    LoopbackRun run(2);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(!run.all<StepDone>().empty(), startLimit);
    QCOMPARE(statusIn(run.folder(1)).state, RunStatus::State::Running);
    kill(run.ready().pid, SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(run.processes().empty(), 20000);
    const RunStatus other = statusIn(run.folder(1));
    QCOMPARE(other.state, RunStatus::State::Finished);
    QVERIFY(other.why);
    QVERIFY2(other.why->find("box-1") != std::string::npos, other.why->c_str());

    QVERIFY2(run.start(), run.errors());
    QTRY_COMPARE_WITH_TIMEOUT(statusIn(run.folder(1)).state, RunStatus::State::Running, startLimit);
    // Stopped by the other machine, as where the coordinating one cannot be reached from afar.
    QCOMPARE(runEngine({QStringLiteral("stop"), path(run.folder(1))}).exitCode, 0);
    QTRY_VERIFY_WITH_TIMEOUT(run.processes().empty(), 20000);
    QCOMPARE(statusIn(run.folder(1)).state, RunStatus::State::Finished);
    QVERIFY(!statusIn(run.folder(1)).why);
    QVERIFY(run.all<RunFinished>().back().outcome == RunFinished::Outcome::Stopped);
}

QTEST_GUILESS_MAIN(CoordinatorFaultsTest)
#include "tst_coordinatorfaults.moc"
