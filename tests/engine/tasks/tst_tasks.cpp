// Every task gives the same loss curve on one rank and on several, learns something, and saves a model that reproduces
// the metrics of its run.
#include "engine/tasks/registry.h"
#include "engine/training/evaluatemodel.h"
#include "fixturerun.h"
#include "taskdata.h"
#include "tests/fixtures/tasknames.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace motley;

class TasksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsEveryTaskOfAJob();
    void givesTheCurveOfOneRank_data() { tasks(); }
    void givesTheCurveOfOneRank();
    void learns_data();
    void learns();

private:
    static QStringList taskJobs();
    static void tasks();
    std::string freshFolder() { return m_folder.filePath(QString("%1").arg(++m_folders)).toStdString(); }

    QTemporaryDir m_folder;
    int m_folders = 0;
};

namespace {

void verify(const RunResult &run)
{
    for (const auto &outcome : run.outcomes)
        QVERIFY2(outcome, outcome ? "" : (outcome.error().message + " " + outcome.error().detail).c_str());
}

bool isClose(double a, double b, double tolerance)
{
    return std::abs(a - b) <= tolerance * std::max({std::abs(a), std::abs(b), 1e-3});
}

} // namespace

QStringList TasksTest::taskJobs()
{
    QStringList names;
    for (const TaskEntry &entry : taskRegistry())
        names << QString::fromStdString(entry.name);
    return names << QStringLiteral("pictures");
}

void TasksTest::tasks()
{
    QTest::addColumn<QString>("task");
    for (const QString &name : taskJobs())
        QTest::addRow("%s", qPrintable(name)) << name;
}

void TasksTest::knowsEveryTaskOfAJob()
{
    std::vector<std::string> known;
    for (const TaskEntry &entry : taskRegistry()) {
        known.push_back(entry.name);
        QVERIFY(!entry.description.empty());
        QVERIFY(!entry.testData.empty());
        const TaskSpec spec = defaultTask(entry.name).value();
        QVERIFY(&entryOf(spec) == &entry);
        const ModelUse use = entry.use(spec);
        QVERIFY(!use.command.empty() && use.arguments.starts_with("FOLDER"));
        QCOMPARE(use.code.empty(), use.pipeline.empty());
        QVERIFY(entry.makeUpData);
    }
    std::vector<std::string> named = taskNames();
    std::sort(known.begin(), known.end());
    std::sort(named.begin(), named.end());
    QVERIFY(known == named);
}

void TasksTest::givesTheCurveOfOneRank()
{
    QFETCH(QString, task);
    const TaskJob made = makeTaskJob(task.toStdString(), freshFolder());
    const std::int64_t batch = made.job.batch;
    const RunResult alone = runRanks({made.job, {batch}, freshFolder()});
    verify(alone);
    if (QTest::currentTestFailed())
        return;
    const auto expected = alone.steps();
    QCOMPARE(expected.size(), std::size_t(12));
    for (const auto &shares :
        {std::vector{batch * 3 / 4, batch / 4}, std::vector{batch * 5 / 8, std::int64_t(0), batch * 3 / 8}}) {
        const std::string folder = freshFolder();
        const RunResult split = runRanks({made.job, shares, folder});
        verify(split);
        if (QTest::currentTestFailed())
            return;
        const auto steps = split.steps();
        QCOMPARE(steps.size(), expected.size());
        double largest = 0;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            QCOMPARE(steps[i].sampleHash, expected[i].sampleHash);
            largest = std::max(largest, std::abs(steps[i].loss - expected[i].loss) / expected[i].loss);
        }
        qInfo("largest relative difference %.2g, loss %.3f to %.3f", largest, steps.front().loss, steps.back().loss);
        QVERIFY(largest < 1e-4);
        const auto tested = split.lastEvaluation();
        QVERIFY(tested);
        QVERIFY(isClose(tested->loss, alone.lastEvaluation()->loss, 1e-3));
        if (made.testData.empty())
            continue;
        const auto again = evaluateModel({folder + "/model", made.testData, {}}, {}, 1);
        QVERIFY2(again, again ? "" : again.error().message.c_str());
        QVERIFY2(isClose(again->loss, tested->loss, 1e-4), qPrintable(QString::number(again->loss)));
        QCOMPARE(again->metrics.size(), tested->metrics.size());
        for (std::size_t i = 0; i < again->metrics.size(); ++i)
            QVERIFY(isClose(again->metrics[i].value, tested->metrics[i].value, 1e-4));
    }
}

void TasksTest::learns_data()
{
    QTest::addColumn<QString>("task");
    for (const QString &name : taskJobs())
        if (makeTaskJob(name.toStdString(), freshFolder()).stepsToLearn > 0) // 0: learns in its own test
            QTest::addRow("%s", qPrintable(name)) << name;
}

void TasksTest::learns()
{
    QFETCH(QString, task);
    TaskJob made = makeTaskJob(task.toStdString(), freshFolder());
    made.job.maxSteps = made.stepsToLearn;
    made.job.schedule.peak = made.peakToLearn;
    made.job.schedule.kind = ScheduleSpec::Kind::Cosine; // a constant rate makes the last step random
    const RunResult run = runRanks({made.job, {made.job.batch}, freshFolder()});
    verify(run);
    if (QTest::currentTestFailed())
        return;
    const Metric reached = run.lastEvaluation()->metrics.at(0);
    qInfo("%s after %lld steps", toText(reached).c_str(), static_cast<long long>(made.stepsToLearn));
    Metric bar = reached;
    bar.value = made.bar;
    QVERIFY(isBetter(reached, bar));
}

QTEST_GUILESS_MAIN(TasksTest)
#include "tst_tasks.moc"
