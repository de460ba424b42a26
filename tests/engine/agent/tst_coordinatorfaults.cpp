// Whole runs whose coordinating machine is lost, or whose disk takes nothing.
#include "tests/engine/agent/loopbackrun.h"
#include "tests/engine/agent/loopbackstatus.h"
#include "tests/fixtures/brokendisk.h"
#include "tests/fixtures/smalldisk.h"

#include <QFile>
#include <QTest>

#include <signal.h>
#include <sys/resource.h>

#include <functional>

using namespace motley;

class CoordinatorFaultsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theOtherMachinesKnowHowItEnded();
    void isFollowedWhileItsDiskIsFull();
    void isFollowedWhileItsFilesMayNotGrow();
    void isFollowedWhileItsDiskIsReadOnly();
};

namespace {

// `motley-engine follow`, from the first event on.
class Follower {
public:
    explicit Follower(const LoopbackRun &run)
    {
        m_process.start(QStringLiteral(MOTLEY_ENGINE),
            {QStringLiteral("follow"), path(run.folder()), QStringLiteral("--json"), QStringLiteral("--from"),
                QStringLiteral("0")});
    }
    bool hears(const char *words, int milliseconds)
    {
        return QTest::qWaitFor(
            [&] { return (m_heard += m_process.readAllStandardOutput()).contains(words); }, milliseconds);
    }
    bool ends(int milliseconds)
    {
        const bool ended = m_process.state() == QProcess::NotRunning || m_process.waitForFinished(milliseconds);
        m_heard += m_process.readAllStandardOutput();
        return ended;
    }
    const QByteArray &heard() const { return m_heard; }
    QByteArray lastWords() const { return m_heard.right(2000); }

private:
    QProcess m_process;
    QByteArray m_heard;
};

// A run of 1000 steps, none of which is lost by a disk that takes nothing for the reason `why` until `mend` is called.
void followThrough(const LoopbackRun &run, const char *why, const std::function<void(Follower &)> &mend)
{
    Follower follower(run);
    QVERIFY2(follower.hears(why, 10000), follower.lastWords());
    QVERIFY2(follower.hears("\"step\":1000,", startLimit), follower.lastWords());
    QVERIFY(run.all<StepDone>().size() < 1000);
    QCOMPARE(statusIn(run.folder()).state, RunStatus::State::Running);

    mend(follower);
    QVERIFY(follower.ends(20000));
    QCOMPARE(run.all<StepDone>().size(), std::size_t(1000));
    QVERIFY(isNumberedWithoutGaps(run.events()));
    const RunFinished finished = run.all<RunFinished>().at(0);
    QVERIFY(finished.outcome == RunFinished::Outcome::Completed);
    QCOMPARE(finished.model, std::string("model"));
    QFile log(QString::fromStdString(run.folder().events()));
    QVERIFY(log.open(QIODevice::ReadOnly));
    QCOMPARE(follower.heard(), log.readAll());
    QTRY_VERIFY_WITH_TIMEOUT(run.processes().empty(), 10000);
}

} // namespace

// What a machine that does not coordinate says to whoever cannot ask the one that does.
void CoordinatorFaultsTest::theOtherMachinesKnowHowItEnded()
{
    LoopbackRun run(2);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(!run.all<StepDone>().empty(), startLimit);
    QCOMPARE(statusIn(run.folder(1)).state, RunStatus::State::Running);
    kill(run.ready().pid, SIGSTOP); // of two, the other one does not go on alone
    QTRY_COMPARE_WITH_TIMEOUT(statusIn(run.folder(1)).state, RunStatus::State::Finished, 40000);
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

// The disk of the coordinating machine is full from some step on, until after the last one.
void CoordinatorFaultsTest::isFollowedWhileItsDiskIsFull()
{
    LoopbackRun run(1);
    const SmallDisk disk(path(run.folder()), "4m");
    if (!disk.isMounted())
        QSKIP("needs root, to mount a small file system");
    run.job().maxSteps = 1000;
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(!run.all<StepDone>().empty(), startLimit);
    disk.fill();
    followThrough(run, "No space left on device", [&disk](Follower &follower) {
        QVERIFY2(follower.hears("The model could not be saved", 20000), follower.lastWords());
        disk.makeRoom();
    });
}

// As ulimit -f has it, which also holds for events in memory. The signal that comes with it must end nothing.
void CoordinatorFaultsTest::isFollowedWhileItsFilesMayNotGrow()
{
    LoopbackRun run(1);
    run.job().maxSteps = 1000;
    rlimit usual{};
    getrlimit(RLIMIT_FSIZE, &usual);
    const rlimit small{400 << 10, usual.rlim_max}; // bytes, of about 600,000
    setrlimit(RLIMIT_FSIZE, &small);
    const bool started = run.start();
    setrlimit(RLIMIT_FSIZE, &usual);
    QVERIFY2(started, run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().size() > 500, startLimit);
    followThrough(run, "File too large", [&](Follower &) {
        for (const int process : run.processes())
            prlimit(process, RLIMIT_FSIZE, &usual, nullptr);
    });
}

// The kernel does that to a disk with an error. A file system that is mounted anew is another one for the files that
// the run has open, so this one keeps nothing of the run any more.
void CoordinatorFaultsTest::isFollowedWhileItsDiskIsReadOnly()
{
    LoopbackRun run(1);
    const BrokenDisk disk(path(run.folder()));
    if (!disk.isMounted())
        QSKIP("needs root and a loop device, to mount an ext4");
    run.job().maxSteps = 1000;
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(!run.all<StepDone>().empty(), startLimit);
    QVERIFY(disk.breakDown());
    Follower follower(run);
    QVERIFY2(follower.hears("Read-only file system", 10000), follower.lastWords());
    QVERIFY2(follower.hears("\"step\":1000,", startLimit), follower.lastWords());
    QVERIFY2(follower.hears("The model could not be saved", 20000), follower.lastWords());
    QVERIFY(run.all<StepDone>().size() < 1000);
    QCOMPARE(statusIn(run.folder()).state, RunStatus::State::Running);

    QCOMPARE(runEngine({QStringLiteral("stop"), path(run.folder())}).exitCode, 0);
    QVERIFY2(follower.hears("\"type\":\"finished\"", 60000), follower.lastWords());
    QVERIFY2(follower.ends(60000), follower.lastWords());
    QTRY_VERIFY_WITH_TIMEOUT(run.processes().empty(), 60000);
}

QTEST_GUILESS_MAIN(CoordinatorFaultsTest)
#include "tst_coordinatorfaults.moc"
