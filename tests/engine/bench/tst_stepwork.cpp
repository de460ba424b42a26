// The work of a step, as a few samples of its batch tell it.
#include "engine/bench/flopcounter.h"
#include "engine/bench/stepwork.h"
#include "engine/bench/syntheticdata.h"
#include "engine/data/dataloader.h"
#include "engine/tasks/registry.h"
#include "taskdata.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <cmath>
#include <string_view>

using namespace motley;

namespace {

constexpr std::int64_t steps = 3;

// The mean over the first steps, each with its whole batch.
double operationsOfWholeBatches(const JobSpec &job)
{
    const auto task = openTask(job).value();
    task->model().train();
    const FlopCounter counter;
    DataLoader data(task->trainingSet(), {job.seed, job.batch, {job.batch}, 0, 1, steps});
    for (std::int64_t step = 1; step <= steps; ++step)
        task->summedLoss(data.next().value().batch).backward();
    return counter.operations() / steps;
}

// How often the work calls for a convolution, forward.
int convolutionsFor(const JobSpec &job)
{
    static std::atomic<int> calls;
    calls = 0;
    const auto handle = at::addGlobalCallback(at::RecordFunctionCallback([](const at::RecordFunction &function) {
        calls += std::string_view(function.name()) == "aten::convolution" ? 1 : 0;
        return std::unique_ptr<at::ObserverContext>();
    }).scopes({at::RecordScope::FUNCTION}));
    const bool isCounted = measureWork(job, 1, steps, 1).has_value();
    at::removeCallback(handle);
    return isCounted ? calls.load() : 0;
}

} // namespace

class StepWorkTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsTheTokensOfTexts_data() { countsWhatTheWholeBatchTakes_data(); }
    void countsTheTokensOfTexts();
    void countsWhatTheWholeBatchTakes_data();
    void countsWhatTheWholeBatchTakes();
    void takesMadeUpData_data() { countsWhatTheWholeBatchTakes_data(); }
    void takesMadeUpData();
    void computesNoMoreForALargerBatch();
    void leavesOutTheOptimizer();

private:
    JobSpec jobOf(const QString &task)
    {
        return makeTaskJob(task.toStdString(), m_folder.filePath(task).toStdString()).job;
    }

    QTemporaryDir m_folder;
};

void StepWorkTest::countsWhatTheWholeBatchTakes_data()
{
    QTest::addColumn<QString>("task");
    for (const TaskEntry &entry : taskRegistry())
        QTest::addRow("%s", entry.name.c_str()) << QString::fromStdString(entry.name);
}

void StepWorkTest::countsWhatTheWholeBatchTakes()
{
    QFETCH(QString, task);
    const JobSpec job = jobOf(task);
    const double expected = operationsOfWholeBatches(job);
    const auto work = measureWork(job, 1, steps, 1);
    QVERIFY(work);
    QVERIFY(expected > 0);
    QVERIFY2(std::abs(work->operations / expected - 1) < 0.05,
        qPrintable(QString("%1 in place of %2").arg(work->operations).arg(expected)));
}

void StepWorkTest::countsTheTokensOfTexts()
{
    QFETCH(QString, task);
    const JobSpec job = jobOf(task);
    const auto work = measureWork(job, 1, steps, 1);
    QVERIFY(work);
    const QStringList withoutText{"image-classification", "volume-segmentation", "torchscript"};
    QCOMPARE(work->tokens.has_value(), !withoutText.contains(task));
    if (work->tokens)
        QVERIFY2(*work->tokens > 0, qPrintable(QString::number(*work->tokens)));
}

void StepWorkTest::takesMadeUpData()
{
    QFETCH(QString, task);
    const QString folder = m_folder.filePath("made-up " + task);
    QVERIFY(QDir().mkpath(folder));
    JobSpec job;
    job.task = *defaultTask(task.toStdString());
    const auto made = withMadeUpData(job, folder.toStdString());
    QVERIFY2(made, made ? "" : made.error().message.c_str());
    const auto opened = openTask(*made);
    QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
    QVERIFY((*opened)->trainingSet().size() > 0);
}

void StepWorkTest::computesNoMoreForALargerBatch()
{
    JobSpec job = jobOf("image-classification");
    job.batch = 4;
    const int few = convolutionsFor(job);
    QVERIFY(few > 0);
    job.batch = 64;
    QCOMPARE(convolutionsFor(job), few);
}

void StepWorkTest::leavesOutTheOptimizer()
{
    JobSpec job = jobOf("token-classification");
    const auto expected = measureWork(job, 1, steps, 1);
    job.optimizer.kind = OptimizerSpec::Kind::Muon;
    const auto work = measureWork(job, 1, steps, 1);
    QVERIFY(expected);
    QVERIFY(work);
    QCOMPARE(work->operations, expected->operations);
}

QTEST_GUILESS_MAIN(StepWorkTest)
#include "tst_stepwork.moc"
