// Whole runs that are killed while they write a checkpoint go on, and end as if they had not been.
#include "engine/job/continuefiles.h"
#include "tests/engine/agent/loopbackrun.h"
#include "tests/engine/agent/loopbackstatus.h"

#include <QDir>
#include <QScopeGuard>
#include <QTest>

using namespace motley;

class KilledWriterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void goesOnFromTheNewestThatIsWhole_data();
    void goesOnFromTheNewestThatIsWhole();

private:
    std::vector<StepDone> m_undisturbed;
};

namespace {

constexpr std::int64_t lastStep = 60;

void setJob(JobSpec &job)
{
    job.maxSteps = lastStep;
    job.checkpoint.everySteps = 10;
}

// Starts it in its folder, and waits until it has ended.
void trainUntil(RunFinished::Outcome expected, LoopbackRun &run)
{
    const std::size_t before = run.all<RunFinished>().size();
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(run.all<RunFinished>().size() > before, startLimit);
    const RunFinished finished = run.all<RunFinished>().back();
    QVERIFY2(finished.outcome == expected, finished.message.c_str());
    QTRY_VERIFY_WITH_TIMEOUT(run.processes().empty(), 10000);
}

} // namespace

void KilledWriterTest::initTestCase()
{
    LoopbackRun run(1);
    setJob(run.job());
    trainUntil(RunFinished::Outcome::Completed, run);
    m_undisturbed = run.all<StepDone>();
    QCOMPARE(m_undisturbed.size(), std::size_t(lastStep));
}

// Of the about 30 calls that change the disk for each checkpoint.
void KilledWriterTest::goesOnFromTheNewestThatIsWhole_data()
{
    QTest::addColumn<int>("call");
    for (const int call : {3, 33, 50, 75, 101})
        QTest::addRow("call %d", call) << call;
}

void KilledWriterTest::goesOnFromTheNewestThatIsWhole()
{
    QFETCH(int, call);
    LoopbackRun run(1);
    setJob(run.job());
    {
        qputenv("LD_PRELOAD", MOTLEY_DISK_FAULTS);
        qputenv("MOTLEY_KILLED_IN", QByteArray::fromStdString(run.folder().checkpoints()));
        qputenv("MOTLEY_KILLED_AT", QByteArray::number(call));
        const auto clear = qScopeGuard([] {
            for (const char *variable : {"LD_PRELOAD", "MOTLEY_KILLED_IN", "MOTLEY_KILLED_AT"})
                qunsetenv(variable);
        });
        trainUntil(RunFinished::Outcome::Failed, run);
    }
    const auto left = checkpointSteps(run.folder().checkpoints());
    const auto saved = run.all<CheckpointSaved>();
    QVERIFY(saved.empty() || left.front() >= saved.back().step); // what was said to be on the disk is there
    qInfo("killed after %d steps, goes on from step %d", int(run.all<StepDone>().size()),
        left.empty() ? 0 : int(left.front()));

    trainUntil(RunFinished::Outcome::Completed, run);
    const auto steps = run.all<StepDone>();
    QCOMPARE(steps.back().step, lastStep);
    QVERIFY(steps.back().loss == m_undisturbed.back().loss);
    QCOMPARE(QDir(QString::fromStdString(run.folder().checkpoints()))
                 .entryList(QDir::AllEntries | QDir::NoDotAndDotDot, QDir::Name),
        (QStringList{"step-50", "step-60"}));
}

QTEST_GUILESS_MAIN(KilledWriterTest)
#include "tst_killedwriter.moc"
