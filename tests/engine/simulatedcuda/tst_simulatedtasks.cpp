// Every task trains on simulated GPUs as on the CPU, however it is split, in every precision, with every saving of
// memory and every optimizer. With MOTLEY_ALL_SPLITS in the environment all combinations are tried, for an hour.
#include "engine/tasks/registry.h"
#include "engine/training/evaluatemodel.h"
#include "fixturerun.h"
#include "gpudevices.h"
#include "simulatedcuda.h"
#include "taskdata.h"

#include <ATen/Context.h>

#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cmath>
#include <map>

using namespace motley;

namespace {

using Precision = PrecisionSpec::Kind;

// How a job is computed; none of it may change the curve, but for the precision.
struct Split {
    std::string task;
    Precision precision = Precision::Float32;
    std::vector<double> parts = {3, 1}; // of each rank
    std::vector<Device> devices = gpus(2);
    std::int64_t microbatch = 0;
    bool recomputes = false;
    bool shards = false;
};

void verify(const RunResult &run)
{
    for (const auto &outcome : run.outcomes)
        QVERIFY2(outcome, outcome ? "" : (outcome.error().message + " " + outcome.error().detail).c_str());
}

double toleranceOf(Precision precision)
{
    switch (precision) {
    case Precision::Float32:
        return 1e-5;
    case Precision::BFloat16:
        return 3e-2; // 8 bits of mantissa, and autocast has other lists of operators for CUDA than for CPUs
    case Precision::Float16:
        return 2e-2;
    }
    return 0;
}

std::vector<std::int64_t> sharesOf(std::int64_t batch, const std::vector<double> &parts)
{
    double all = 0;
    for (const double part : parts)
        all += part;
    std::vector<std::int64_t> shares;
    std::int64_t left = batch;
    for (const double part : parts)
        left -= shares.emplace_back(std::int64_t(double(batch) * part / all));
    shares.front() += left;
    return shares;
}

// Batch normalisation needs a rank's whole share at once.
bool takesMicrobatches(const std::string &task)
{
    return task != "image-classification" && task != "torchscript";
}

// Language models in folders: with windows, with shared keys, with recurrent layers.
constexpr std::array decoders{"decoder-gemma3", "decoder-gemma4", "decoder-qwen3_5"};

bool canRecompute(const std::string &task)
{
    return task == "bert-pretraining" || task == "token-classification" || task == "language-model"
        || task == "translation";
}

} // namespace
Q_DECLARE_METATYPE(Split)

class SimulatedTasksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { simulated::noticeLostPeers(); }
    void trainsAsOnTheCpu_data();
    void trainsAsOnTheCpu();
    void computesInOnePrecision_data();
    void computesInOnePrecision();
    void evaluatesInThePrecisionOfTheRun();
    void updatesAsOnTheCpu_data();
    void updatesAsOnTheCpu();
    void sendsGradientsInFewerBits_data();
    void sendsGradientsInFewerBits();
    void goesOnWithLessMemory_data();
    void goesOnWithLessMemory();
    void saysThatNothingFits();

private:
    std::string freshFolder() { return m_folder.filePath(QString("%1").arg(++m_folders)).toStdString(); }
    JobSpec jobOf(const std::string &task);
    RunResult onCpu(const std::string &name, const JobSpec &job);

    QTemporaryDir m_folder;
    int m_folders = 0;
    std::map<std::string, JobSpec> m_jobs; // key: task
    std::map<std::string, RunResult> m_onCpu;
};

JobSpec SimulatedTasksTest::jobOf(const std::string &task)
{
    JobSpec &job = m_jobs[task];
    if (job.name.empty()) {
        job = makeTaskJob(task, freshFolder()).job;
        job.name = task;
        job.maxSteps = 5;
        job.checkpoint.everySteps = 0;
    }
    return job;
}

RunResult SimulatedTasksTest::onCpu(const std::string &name, const JobSpec &job)
{
    RunResult &run = m_onCpu[name];
    if (run.outcomes.empty())
        run = runRanks({job, {job.batch}, freshFolder()});
    return run;
}

void SimulatedTasksTest::trainsAsOnTheCpu_data()
{
    QTest::addColumn<Split>("split");
    const auto add = [](const std::string &name, Split split) {
        QTest::addRow("%s, %s", split.task.c_str(), name.c_str()) << std::move(split);
    };
    for (const TaskEntry &entry : taskRegistry()) {
        add("two GPUs", {.task = entry.name});
        add("bfloat16", {.task = entry.name, .precision = Precision::BFloat16, .parts = {1}, .devices = {gpu(0)}});
        add("float16", {.task = entry.name, .precision = Precision::Float16, .parts = {1}, .devices = {gpu(0)}});
        if (takesMicrobatches(entry.name))
            add("micro-batches in shards of three GPUs",
                {.task = entry.name, .parts = {5, 2, 1}, .devices = gpus(3), .microbatch = 3, .shards = true});
    }
    for (const std::string task : decoders) {
        add("two GPUs", {.task = task});
        add("bfloat16", {.task = task, .precision = Precision::BFloat16, .parts = {1}, .devices = {gpu(0)}});
        add("recomputed", {.task = task, .devices = {gpu(0), {}}, .microbatch = 3, .recomputes = true});
    }
    for (const std::string task : {"token-classification", "image-classification"}) {
        add("a GPU and a processor", {.task = task, .devices = {gpu(0), {}}});
        add("two GPUs and a processor", {.task = task, .parts = {2, 1, 1}, .devices = {gpu(0), {}, gpu(1)}});
    }
    add("recomputed", {.task = "bert-pretraining", .microbatch = 2, .recomputes = true});
    add("a GPU and a processor in shards",
        {.task = "token-classification", .devices = {gpu(0), {}}, .microbatch = 3, .shards = true});
    if (!qEnvironmentVariableIsSet("MOTLEY_ALL_SPLITS"))
        return;
    const std::vector<double> allParts{5, 2, 1};
    for (const TaskEntry &entry : taskRegistry())
        for (const Precision precision : {Precision::Float32, Precision::BFloat16, Precision::Float16})
            for (const int ranks : {1, 2, 3})
                for (const std::int64_t microbatch : {0, 3})
                    for (const bool recomputes : {false, true})
                        for (const bool shards : {false, true})
                            if ((microbatch == 0 || takesMicrobatches(entry.name))
                                && (!recomputes || canRecompute(entry.name)))
                                add(QString("%1, %2 GPUs, %3 at once%4%5")
                                        .arg(int(precision))
                                        .arg(ranks)
                                        .arg(microbatch)
                                        .arg(recomputes ? ", recomputed" : "", shards ? ", in shards" : "")
                                        .toStdString(),
                                    {entry.name, precision,
                                        std::vector<double>(allParts.begin(), allParts.begin() + ranks), gpus(ranks),
                                        microbatch, recomputes, shards});
}

void SimulatedTasksTest::trainsAsOnTheCpu()
{
    QFETCH(Split, split);
    JobSpec job = jobOf(split.task);
    job.precision.kind = split.precision;
    const RunResult expected = onCpu(split.task + std::to_string(int(split.precision)), job);
    verify(expected);
    if (split.recomputes)
        job.memory.recompute = MemorySpec::Recompute::Always;
    RunRequest request{job, sharesOf(job.batch, split.parts), freshFolder()};
    request.microbatch = split.microbatch;
    request.devices = split.devices;
    if (split.shards)
        request.stateShares = split.parts;
    const RunResult run = runRanks(request);
    verify(run);
    if (QTest::currentTestFailed())
        return;
    const double difference = largestDifference(expected, run);
    QVERIFY2(difference < toleranceOf(split.precision), qPrintable(QString::number(difference)));
    QVERIFY(std::abs(run.lastEvaluation()->loss - expected.lastEvaluation()->loss)
        < 10 * toleranceOf(split.precision) * expected.lastEvaluation()->loss);
}

void SimulatedTasksTest::computesInOnePrecision_data()
{
    QTest::addColumn<QString>("task");
    for (const TaskEntry &entry : taskRegistry())
        QTest::addRow("%s", entry.name.c_str()) << QString::fromStdString(entry.name);
    for (const char *task : {"decoder-gemma3", "decoder-gemma4"}) // recurrent layers solve equations in float32
        QTest::addRow("%s", task) << QString(task);
}

// Where TF32 is allowed, every matrix product that is left in float32 shows, be it in a step or in a test. Attention is
// composed on the simulated device, which has no fused kernels, and torch would do that in float32.
void SimulatedTasksTest::computesInOnePrecision()
{
    QFETCH(QString, task);
    at::globalContext().setAllowFP16BF16ReductionMathSDP(true);
    const auto restored = qScopeGuard([] { at::globalContext().setAllowFP16BF16ReductionMathSDP(false); });
    JobSpec job = jobOf(task.toStdString());
    job.precision = {.kind = Precision::BFloat16, .tf32 = true};
    RunRequest request{job, {job.batch}, freshFolder()};
    request.devices = {gpu(0)};
    const std::int64_t before = simulated::counts().tf32Products;
    const RunResult run = runRanks(request);
    verify(run);
    QVERIFY(run.lastEvaluation());
    QCOMPARE(simulated::counts().tf32Products, before);
}

void SimulatedTasksTest::evaluatesInThePrecisionOfTheRun()
{
    TaskJob made = makeTaskJob("image-classification", freshFolder());
    made.job.maxSteps = 5;
    made.job.precision.kind = Precision::BFloat16;
    RunRequest request{made.job, {made.job.batch}, freshFolder()};
    request.devices = {gpu(0)};
    const RunResult run = runRanks(request);
    verify(run);
    const auto again = evaluateModel({request.folder + "/model", made.testData, {}}, gpu(0), 1);
    QVERIFY2(again, again ? "" : again.error().message.c_str());
    QCOMPARE(again->loss, run.lastEvaluation()->loss);
}

void SimulatedTasksTest::updatesAsOnTheCpu_data()
{
    QTest::addColumn<int>("optimizer");
    for (int kind = 0; kind <= int(OptimizerSpec::Kind::Muon); ++kind)
        QTest::addRow("optimizer %d", kind) << kind;
}

void SimulatedTasksTest::updatesAsOnTheCpu()
{
    QFETCH(int, optimizer);
    JobSpec job = jobOf("token-classification");
    job.optimizer.kind = OptimizerSpec::Kind(optimizer);
    job.optimizer.averageDecay = 0.9;
    job.clipNorm = 0.5;
    const RunResult expected = onCpu("optimizer " + std::to_string(optimizer), job);
    verify(expected);
    RunRequest request{job, sharesOf(job.batch, {3, 1}), freshFolder()};
    request.devices = gpus(2);
    request.stateShares = {1, 2};
    const RunResult run = runRanks(request);
    verify(run);
    const double difference = largestDifference(expected, run);
    QVERIFY2(difference < 1e-5, qPrintable(QString::number(difference)));
}

void SimulatedTasksTest::sendsGradientsInFewerBits_data()
{
    QTest::addColumn<std::vector<Device>>("devices");
    QTest::addColumn<bool>("shards");
    QTest::addRow("two GPUs") << gpus(2) << false;
    QTest::addRow("a GPU and a processor") << std::vector<Device>{gpu(0), {}} << false;
    QTest::addRow("a GPU and a processor in shards") << std::vector<Device>{gpu(0), {}} << true;
}

// As processors that round the same sums, which shows beside a run that sends all bits.
void SimulatedTasksTest::sendsGradientsInFewerBits()
{
    QFETCH(std::vector<Device>, devices);
    QFETCH(bool, shards);
    JobSpec job = jobOf("token-classification");
    const RunResult whole = onCpu("float32 gradients", job);
    verify(whole);
    job.exchange.gradients = ExchangeSpec::Gradients::BFloat16;
    RunRequest request{job, sharesOf(job.batch, {3, 1}), freshFolder()};
    if (shards)
        request.stateShares = {1, 2};
    const RunResult expected = runRanks(request);
    verify(expected);
    request.folder = freshFolder();
    request.devices = devices;
    const RunResult run = runRanks(request);
    verify(run);
    const double difference = largestDifference(expected, run);
    QVERIFY2(difference < 1e-4, qPrintable(QString::number(difference)));
    const double norm = run.steps().front().gradientNorm;
    const double rounded = std::abs(norm - whole.steps().front().gradientNorm) / norm;
    const double alike = std::abs(norm - expected.steps().front().gradientNorm) / norm;
    QVERIFY2(rounded > 1e-6 && rounded < 1e-2, qPrintable(QString::number(rounded)));
    QVERIFY2(alike < 1e-4, qPrintable(QString::number(alike)));
}

void SimulatedTasksTest::goesOnWithLessMemory_data()
{
    QTest::addColumn<int>("rank");
    QTest::addColumn<int>("percent"); // of what the rank's tensors fill at their peak without a limit
    for (const int rank : {0, 1})
        for (const int percent : {45, 60, 80, 95})
            QTest::addRow("rank %d, %d %%", rank, percent) << rank << percent;
}

void SimulatedTasksTest::goesOnWithLessMemory()
{
    QFETCH(int, rank);
    QFETCH(int, percent);
    JobSpec job = jobOf("image-classification");
    std::get<ImageSpec>(job.task).model = {ImageModelSpec::Kind::SmallCnn, 32}; // with batches that fill 20 MiB
    job.batch = 128;
    job.epochs = 10;
    const RunResult expected = onCpu("small CNN", job);
    verify(expected);
    RunRequest request{job, {64, 64}, freshFolder()};
    request.devices = gpus(2);
    simulated::restartPeak(rank);
    const std::int64_t before = simulated::usedMemory(rank);
    verify(runRanks(request));
    const std::int64_t needed = simulated::peakMemory(rank) - before;

    request.folder = freshFolder();
    request.memoryLimits = {0, 0};
    request.memoryLimits[std::size_t(rank)] = simulated::usedMemory(rank) + needed * percent / 100;
    const RunResult run = runRanks(request);
    for (int device : {0, 1})
        simulated::limitMemory(device, 0);
    verify(run);
    const double difference = largestDifference(expected, run);
    QVERIFY2(difference < 1e-5, qPrintable(QString::number(difference)));
    QVERIFY(rank == 0 ? run.warned("ran out of memory") : !run.otherWarnings.empty());
}

void SimulatedTasksTest::saysThatNothingFits()
{
    const JobSpec job = jobOf("token-classification");
    RunRequest request{job, {job.batch}, freshFolder()};
    request.devices = {gpu(2)};
    request.memoryLimits = {64 << 10};
    const RunResult run = runRanks(request);
    simulated::limitMemory(2, 0);
    QVERIFY2(run.problem().contains("too little memory"), run.problem());
}

QTEST_GUILESS_MAIN(SimulatedTasksTest)
#include "tst_simulatedtasks.moc"
