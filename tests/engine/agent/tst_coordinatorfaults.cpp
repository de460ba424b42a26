// Whole runs whose coordinating machine is lost, or whose disk takes nothing.
#include "tests/engine/agent/loopbackrun.h"
#include "tests/engine/agent/loopbackstatus.h"
#include "tests/fixtures/smalldisk.h"

#include <QFile>
#include <QTest>

#include <signal.h>

using namespace motley;

class CoordinatorFaultsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theOtherMachinesKnowHowItEnded();
    void isFollowedWhileItsDiskIsFull();
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
    QProcess follow;
    follow.start(QStringLiteral(MOTLEY_ENGINE),
        {QStringLiteral("follow"), path(run.folder()), QStringLiteral("--json"), QStringLiteral("--from"),
            QStringLiteral("0")});
    QByteArray heard;
    const auto hears = [&](const char *words, int milliseconds) {
        return QTest::qWaitFor([&] { return (heard += follow.readAllStandardOutput()).contains(words); }, milliseconds);
    };
    QVERIFY2(hears("No space left on device", 10000), heard.right(2000));
    QVERIFY2(hears("\"step\":1000,", startLimit), heard.right(2000));
    QVERIFY2(hears("The model could not be saved", 20000), heard.right(2000));
    QVERIFY(run.all<StepDone>().size() < 1000);
    QCOMPARE(statusIn(run.folder()).state, RunStatus::State::Running);

    disk.makeRoom();
    QVERIFY(follow.waitForFinished(20000));
    heard += follow.readAllStandardOutput();
    QCOMPARE(run.all<StepDone>().size(), std::size_t(1000));
    QVERIFY(isNumberedWithoutGaps(run.events()));
    const RunFinished finished = run.all<RunFinished>().at(0);
    QVERIFY(finished.outcome == RunFinished::Outcome::Completed);
    QCOMPARE(finished.model, std::string("model"));
    QFile log(QString::fromStdString(run.folder().events()));
    QVERIFY(log.open(QIODevice::ReadOnly));
    QCOMPARE(heard, log.readAll());
    QTRY_VERIFY_WITH_TIMEOUT(run.processes().empty(), 10000);
}

QTEST_GUILESS_MAIN(CoordinatorFaultsTest)
#include "tst_coordinatorfaults.moc"
