// Ranks that hold shards of the optimizer state and of the gradients use as much memory as was predicted. Each rank is
// a process of its own, as the memory of tensors is counted by process.
#include "engine/device/devicememory.h"
#include "engine/plan/memorymodel.h"
#include "engine/tasks/registry.h"
#include "engine/training/profiling/measurememory.h"
#include "engine/training/step/sumthenupdate.h"
#include "taskdata.h"

#include <QCoreApplication>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <torch/types.h>

#include <torch/csrc/distributed/c10d/FileStore.hpp>

#include <cstdio>

using namespace motley;

namespace {

constexpr std::chrono::seconds limit{120};
constexpr int steps = 2;
const std::vector<double> shares{1, 3};

struct Case {
    const char *name;
    OptimizerSpec::Kind optimizer;
    std::vector<std::int64_t> parts; // samples of each rank
    std::int64_t atOnce;
    bool mirrors = false; // each rank the other one's shard
};
const std::vector<Case> cases{
    {"sgd", OptimizerSpec::Kind::Sgd, {6, 2}, 8},
    {"adamw", OptimizerSpec::Kind::AdamW, {6, 2}, 8},
    {"adamw, micro-batches", OptimizerSpec::Kind::AdamW, {10, 5}, 5},
    {"adafactor", OptimizerSpec::Kind::Adafactor, {3, 7}, 8},
    {"adamw, mirrored", OptimizerSpec::Kind::AdamW, {6, 2}, 8, true},
    {"adamw, mirrored, micro-batches", OptimizerSpec::Kind::AdamW, {10, 5}, 5, true},
};

// Some 110 MiB of parameters, which is several buckets.
JobSpec jobOf(const Case &some, const std::string &folder)
{
    JobSpec job = makeTaskJob("language-model", folder).job;
    auto &model = std::get<LanguageModelSpec>(job.task).model;
    model.layers = 6;
    model.heads = 8;
    model.width = 640;
    job.optimizer = usualOptimizer(some.optimizer);
    job.batch = 0;
    for (const std::int64_t part : some.parts)
        job.batch += part;
    return job;
}

std::unique_ptr<Task> open(const JobSpec &job)
{
    at::set_num_threads(1);
    countMemory(at::kCPU);
    return std::move(openTask(job).value());
}

int measure(const JobSpec &job)
{
    const auto task = open(job);
    SpeedReport report;
    report.memory = measureMemory(*task, job, 8, at::kCPU).value();
    std::puts(toJson(report).c_str());
    return 0;
}

int beRank(const Case &some, const JobSpec &job, int rank, const char *meeting)
{
    const auto task = open(job);
    const auto store = c10::make_intrusive<c10d::FileStore>(meeting, int(some.parts.size()));
    Plan plan;
    plan.machines = {{"here", "127.0.0.1"}};
    plan.ranks.resize(some.parts.size());
    auto group = Group::form(plan, rank, at::kCPU, store, limit).value();
    TrainingState state(*task, {job.optimizer, 0, some.atOnce, {}, at::kCPU, true},
        ShardedOptimizer(job.optimizer, parametersOf(task->model()), shares, group.rank(),
            some.mirrors ? std::vector<int>{1, 0} : std::vector<int>()));
    SumThenUpdate step(state, group);
    if (!step.prepare())
        return 1;
    std::int64_t peak = peakMemory(at::kCPU);
    DataLoader data(task->trainingSet(), {1, job.batch, some.parts, rank, 1, steps});
    for (int i = 0; i < steps; ++i) {
        const auto ready = data.next();
        const auto taken = step.run({ready.value(), 1e-4}).value();
        peak = std::max({peak, taken.passPeakBytes, taken.updatePeakBytes});
    }
    std::printf("%lld\n", static_cast<long long>(peak));
    return 0;
}

JobSpec readJob(const char *path)
{
    QFile file(QString::fromLocal8Bit(path));
    return file.open(QIODevice::ReadOnly) ? parseJob(file.readAll().toStdString()).value() : JobSpec();
}

} // namespace

class ShardMemoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fillsWhatWasPredicted_data();
    void fillsWhatWasPredicted();

private:
    QTemporaryDir m_folder;
};

void ShardMemoryTest::fillsWhatWasPredicted_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < cases.size(); ++i)
        QTest::addRow("%s", cases[i].name) << int(i);
}

void ShardMemoryTest::fillsWhatWasPredicted()
{
    QFETCH(int, index);
    const Case &some = cases[std::size_t(index)];
    const QString path = m_folder.filePath(QStringLiteral("job.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(toJson(jobOf(some, m_folder.path().toStdString()))));
    file.close();
    const auto start = [&](QProcess &process, const QStringList &arguments) {
        process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        process.start(QCoreApplication::applicationFilePath(), QStringList{path, QString::number(index)} + arguments);
    };
    const auto answer = [](QProcess &process) {
        return process.waitForFinished(300'000) && process.exitCode() == 0 ? process.readAllStandardOutput().trimmed()
                                                                           : QByteArray();
    };
    QProcess measuring;
    start(measuring, {});
    const auto report = parseSpeedReport(answer(measuring).toStdString());
    QVERIFY2(report, report ? "" : report.error().message.c_str());

    QProcess ranks[2];
    for (int rank = 0; rank < 2; ++rank)
        start(ranks[rank], {QString::number(rank), m_folder.filePath(QStringLiteral("meet-%1").arg(index))});
    for (std::size_t rank = 0; rank < 2; ++rank) {
        const double measured = answer(ranks[rank]).toDouble();
        const std::int64_t atOnce = std::min(some.atOnce, some.parts[rank]);
        const auto predicted = double(predictedPeak(report->memory,
            {.samplesAtOnce = atOnce,
                .accumulates = atOnce < some.parts[rank],
                .exchanges = true,
                .heldState = shares[rank] / (shares[0] + shares[1]),
                .mirroredState = some.mirrors ? shares[1 - rank] / (shares[0] + shares[1]) : 0}));
        qInfo("rank %d: predicted %.0f MiB, measured %.0f MiB", int(rank), predicted / (1 << 20), measured / (1 << 20));
        QVERIFY(std::abs(predicted - measured) < (some.mirrors && atOnce == some.parts[rank] ? 0.05 : 0.1) * measured);
    }
}

int main(int argc, char **argv)
{
    if (argc >= 3 && QByteArray(argv[1]).endsWith("job.json")) {
        const Case &some = cases.at(std::size_t(std::atoi(argv[2])));
        return argc == 5 ? beRank(some, readJob(argv[1]), std::atoi(argv[3]), argv[4]) : measure(readJob(argv[1]));
    }
    const QCoreApplication application(argc, argv);
    ShardMemoryTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_shardmemory.moc"
