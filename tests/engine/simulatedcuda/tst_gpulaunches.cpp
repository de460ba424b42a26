// A step of each task launches so many kernels and copies on a GPU, waits for it so often, and moves so many bytes of
// its memory. launches.txt has the numbers; a change may lower them.
#include "engine/bench/stepwork.h"
#include "engine/device/computedevice.h"
#include "engine/tasks/registry.h"
#include "engine/training/step/sumthenupdate.h"
#include "gpudevices.h"
#include "simulatedcuda.h"
#include "taskdata.h"

#include <torch/nn/module.h>

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

using namespace motley;

namespace {

// "relu" of "aten::relu_", "rshift" of "aten::__rshift__".
std::string plainName(const std::string &name)
{
    const std::size_t first = name.find_first_not_of('_', 6);
    const std::size_t last = name.find_last_not_of('_');
    const std::string plain = name.substr(first, last - first + 1);
    return name.substr(6, 2) == "__" ? plain : name.substr(6, first - 6) + plain;
}

} // namespace

class GpuLaunchesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void launchesNoMoreThanBefore_data();
    void launchesNoMoreThanBefore();
    void needsOnlyOperatorsThatCudaHas();
    void publishesTheSameNumbers();

private:
    QTemporaryDir m_folder;
};

void GpuLaunchesTest::launchesNoMoreThanBefore_data()
{
    QTest::addColumn<QString>("task");
    QTest::addColumn<std::int64_t>("launches");
    QTest::addColumn<std::int64_t>("waits");
    QTest::addColumn<std::int64_t>("bytes");
    std::ifstream table(MOTLEY_LAUNCHES);
    std::size_t rows = 0;
    for (std::string line; std::getline(table, line);) {
        std::istringstream row(line);
        std::string task;
        std::int64_t launches = 0, waits = 0, bytes = 0;
        if (!line.starts_with('#') && row >> task >> launches >> waits >> bytes) {
            QTest::addRow("%s", task.c_str()) << QString::fromStdString(task) << launches << waits << bytes;
            ++rows;
        }
    }
    QCOMPARE(rows, taskRegistry().size());
}

void GpuLaunchesTest::launchesNoMoreThanBefore()
{
    QFETCH(QString, task);
    QFETCH(std::int64_t, launches);
    QFETCH(std::int64_t, waits);
    QFETCH(std::int64_t, bytes);
    JobSpec job = makeTaskJob(task.toStdString(), m_folder.filePath(task).toStdString()).job;
    job.memory.microbatch = 0;
    const auto device = openDevice(gpu(0), 1);
    QVERIFY(device);
    const auto opened = openTask(job);
    QVERIFY(opened);
    (*opened)->model().to(*device);
    (*opened)->model().train();
    Group group = Group::alone();
    TrainingState state(**opened, {job.optimizer, job.clipNorm, 0, job.precision, *device});
    SumThenUpdate step(state, group);
    DataLoader data((*opened)->trainingSet(),
        {.seed = job.seed, .globalBatch = job.batch, .shares = {job.batch}, .lastStep = 3, .device = *device});
    simulated::Counts before;
    double units = 0; // tokens, or samples of what is no text
    for (int i = 0; i < 3; ++i) {
        const auto ready = data.next();
        QVERIFY(ready);
        units = tokensOf(ready->batch, job.task).value_or(double(ready->samples));
        before = simulated::counts();
        QVERIFY(step.run({*ready, 0.001}));
    }
    const simulated::Counts after = simulated::counts();
    const auto difference = [&](auto count) { return qlonglong(after.*count - before.*count); };
    const QString counted = QString("%1 %2 %3 %4")
                                .arg(task)
                                .arg(difference(&simulated::Counts::launches))
                                .arg(difference(&simulated::Counts::synchronisations))
                                .arg(std::llround(double(difference(&simulated::Counts::bytes)) / units));
    QCOMPARE(
        counted, QString("%1 %2 %3 %4").arg(task).arg(qlonglong(launches)).arg(qlonglong(waits)).arg(qlonglong(bytes)));
}

// An operator that torch compiles for CUDA has a header of that name. After all the tasks above.
void GpuLaunchesTest::needsOnlyOperatorsThatCudaHas()
{
    QStringList missing;
    for (const std::string &name : simulated::counts().operators) {
        const bool isOnAllDevices = name == "aten::copy_" || name == "aten::convolution";
        if (!name.starts_with("aten::") || isOnAllDevices)
            continue;
        const std::string header = std::string(MOTLEY_TORCH_OPERATORS) + "/" + plainName(name) + "_cuda_dispatch.h";
        if (!std::filesystem::exists(header))
            missing << QString::fromStdString(name);
    }
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(' ')));
}

// The table of docs/benchmarks.md has the tasks in the same order, with names for people.
void GpuLaunchesTest::publishesTheSameNumbers()
{
    const auto linesOf = [](const char *path, const QRegularExpression &row) {
        QFile file(path);
        QStringList numbers;
        if (file.open(QIODevice::ReadOnly))
            for (auto match = row.globalMatch(QString::fromUtf8(file.readAll())); match.hasNext();)
                numbers << match.next().captured(1).replace(" | ", " ");
        return numbers;
    };
    const QStringList counted = linesOf(
        MOTLEY_LAUNCHES, QRegularExpression("^[a-z-]+ (\\d+ \\d+ \\d+)$", QRegularExpression::MultilineOption));
    QCOMPARE(counted.size(), qsizetype(taskRegistry().size()));
    const QRegularExpression published(
        "^\\| [^|0-9][^|]* \\| (\\d+ \\| \\d+ \\| \\d+) \\|$", QRegularExpression::MultilineOption);
    QCOMPARE(linesOf(MOTLEY_BENCHMARKS, published), counted);
}

QTEST_GUILESS_MAIN(GpuLaunchesTest)
#include "tst_gpulaunches.moc"
