// What a step does on a GPU beside computing the right numbers: where it waits, what it measures, and how it uses
// memory. On simulated GPUs.
#include "engine/device/computedevice.h"
#include "engine/device/devicememory.h"
#include "engine/device/mixedprecision.h"
#include "engine/exchange/gradients/allreducehook.h"
#include "engine/exchange/gradients/localnorm.h"
#include "engine/statistics/median.h"
#include "engine/tasks/registry.h"
#include "engine/tensorfiles/finitenumbers.h"
#include "engine/training/evaluation.h"
#include "engine/training/profiling/measurespeed.h"
#include "engine/training/step/devicefeed.h"
#include "engine/training/step/sumthenupdate.h"
#include "fixturerun.h"
#include "gpudevices.h"
#include "simulatedcuda.h"
#include "slowtask.h"
#include "taskdata.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <QTemporaryDir>
#include <QTest>

#include <limits>

using namespace motley;

namespace {

// The value of a Result that must be there.
template <typename T>
T required(Result<T> result)
{
    if (!result)
        qFatal("%s %s", result.error().message.c_str(), result.error().detail.c_str());
    return std::move(*result);
}

std::vector<at::Tensor> parametersOnCpu(const Task &task)
{
    std::vector<at::Tensor> parameters;
    for (const at::Tensor &parameter : const_cast<Task &>(task).model().parameters())
        parameters.push_back(parameter.detach().cpu());
    return parameters;
}

bool areEqual(const std::vector<at::Tensor> &a, const std::vector<at::Tensor> &b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
        [](const at::Tensor &left, const at::Tensor &right) { return at::equal(left, right); });
}

// One rank that trains on a device, step by step.
struct Training {
    Training(const JobSpec &job, Group &group, at::Device device, std::vector<std::int64_t> shares)
        : task(required(openTask(job))), data(task->trainingSet(),
                                             {.seed = job.seed,
                                                 .globalBatch = job.batch,
                                                 .shares = std::move(shares),
                                                 .rank = group.rank(),
                                                 .lastStep = 1000,
                                                 .device = device}),
          state(onDevice(*task, device), {job.optimizer, job.clipNorm, job.memory.microbatch, job.precision, device}),
          step(state, group)
    {
    }

    StepData next() { return required(data.next()); }

    std::unique_ptr<Task> task;
    DataLoader data;
    TrainingState state;
    SumThenUpdate step;

private:
    static Task &onDevice(Task &task, at::Device device)
    {
        task.model().to(device);
        task.model().train();
        return task;
    }
};

// On a CPU, whose caches hold one sample.
class TestedOneByOne : public SlowTask {
public:
    explicit TestedOneByOne(std::unique_ptr<Task> task) : SlowTask(std::move(task), std::chrono::microseconds(0)) { }
    std::int64_t testedAtOnce() const override { return 1; }
};

} // namespace

class GpuStepsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void countsAGpusOwnTimeAsComputing_data();
    void countsAGpusOwnTimeAsComputing();
    void clipsAlikeOnUnlikeDevices();
    void updatesInFloat32WhereTf32IsAllowed();
    void updatesInPlaceOfAnUpload();
    void uploadsOnOneStream();
    void sharesTheModelWithLittleMemory();
    void waitsOnceForTheNormOfItsGradients();
    void testsManySamplesAtOnce();
    void measuresMemoryWithoutTuning();
    void looksForNumbersThatAreNotFiniteInLittleMemory();

private:
    std::string freshFolder() { return m_folder.filePath(QString("%1").arg(++m_folders)).toStdString(); }
    JobSpec taggingJob() { return makeTaskJob("token-classification", freshFolder()).job; }

    QTemporaryDir m_folder;
    int m_folders = 0;
    at::Device m_gpu = at::kCPU;
};

void GpuStepsTest::initTestCase()
{
    m_gpu = required(openDevice(gpu(0), 1));
}

void GpuStepsTest::cleanup()
{
    simulated::setLaunchTime(std::chrono::milliseconds(0));
    limitMemory(m_gpu, 0);
}

void GpuStepsTest::countsAGpusOwnTimeAsComputing_data()
{
    QTest::addColumn<int>("shard");
    QTest::addRow("replicated") << int(MemorySpec::Shard::Never);
    QTest::addRow("sharded") << int(MemorySpec::Shard::Always);
}

// The host has queued a backward pass long before the GPU has computed it: the rest must not count as exchange.
void GpuStepsTest::countsAGpusOwnTimeAsComputing()
{
    QFETCH(int, shard);
    JobSpec job = taggingJob();
    job.maxSteps = 5;
    RunRequest request{job, {job.batch / 2, job.batch / 2}, freshFolder()};
    request.devices = gpus(2);
    if (MemorySpec::Shard(shard) == MemorySpec::Shard::Always)
        request.stateShares = {1, 1};
    simulated::setLaunchTime(std::chrono::milliseconds(1));
    const RunResult run = runRanks(request);
    QVERIFY2(run.problem().isEmpty(), run.problem());
    std::vector<double> ratios;
    for (const StepDone &step : run.steps())
        ratios.push_back(step.ranks[0].backwardSeconds / step.ranks[0].forwardSeconds);
    QVERIFY2(median(ratios) > 1, qPrintable(QString::number(median(ratios))));
}

void GpuStepsTest::clipsAlikeOnUnlikeDevices()
{
    JobSpec job = makeTaskJob("image-classification", freshFolder()).job;
    std::get<ImageSpec>(job.task).model = {ImageModelSpec::Kind::SmallCnn, 64};
    job.clipNorm = 0.01;
    std::vector<std::vector<at::Tensor>> parameters(2);
    const std::vector<Device> devices{gpu(0), {}};
    runAsRanks(
        2,
        [&](Group &group) {
            const std::int64_t half = job.batch / 2;
            const at::Device device = group.rank() == 0 ? m_gpu : at::kCPU;
            Training training(job, group, device, {half, half});
            required(training.step.prepare().map([] { return 0; }));
            for (int i = 0; i < 6; ++i)
                required(training.step.run({training.next(), 0.01}));
            parameters[std::size_t(group.rank())] = parametersOnCpu(*training.task);
        },
        devices);
    QVERIFY(areEqual(parameters[0], parameters[1]));
}

void GpuStepsTest::updatesInFloat32WhereTf32IsAllowed()
{
    JobSpec job = taggingJob();
    job.optimizer.kind = OptimizerSpec::Kind::Muon;
    job.precision.tf32 = true;
    chooseKernels(job.precision);
    Group group = Group::alone();
    Training training(job, group, m_gpu, {job.batch});
    StepResult taken = required(training.step.computeGradients({training.next()}));
    const std::int64_t before = simulated::counts().tf32Products;
    QVERIFY(before > 0);
    training.step.update(taken, 0.01);
    QCOMPARE(simulated::counts().tf32Products, before);
    chooseKernels({});
}

// The update finds too little memory beside the data of the next step, which are uploaded already.
void GpuStepsTest::updatesInPlaceOfAnUpload()
{
    JobSpec job = makeTaskJob("image-classification", freshFolder()).job;
    std::get<ImageSpec>(job.task).model = {ImageModelSpec::Kind::SmallCnn, 32};
    job.batch = 256;
    job.optimizer.kind = OptimizerSpec::Kind::Lamb;
    std::vector<std::vector<at::Tensor>> parameters;
    for (const bool isLimited : {false, true}) {
        Group group = Group::alone();
        Training training(job, group, m_gpu, {job.batch});
        StepData data = training.next();
        std::int64_t needed = 0;
        for (int i = 0; i < 3; ++i) {
            const StepData upcoming = training.next();
            StepResult taken = required(training.step.computeGradients({data, 0.01, &upcoming}));
            const std::int64_t held = usedMemory(m_gpu);
            if (isLimited && needed > 0)
                limitMemory(m_gpu, held + needed - (64 << 10));
            else
                restartPeak(m_gpu);
            training.step.update(taken, 0.01);
            needed = std::max(needed, peakMemory(m_gpu) - held);
            limitMemory(m_gpu, 0);
            data = upcoming;
        }
        QVERIFY(needed > 256 << 10);
        parameters.push_back(parametersOnCpu(*training.task));
    }
    QVERIFY(areEqual(parameters[0], parameters[1]));
}

// The allocator keeps the memory of each stream apart, so another stream for each measurement would fragment it.
void GpuStepsTest::uploadsOnOneStream()
{
    const Batch batch{.inputs = {at::ones({8}, at::TensorOptions().pinned_memory(true))}, .samples = 1};
    std::vector<std::size_t> streams;
    for (int i = 0; i < 2; ++i) {
        DeviceFeed feed(m_gpu);
        feed.begin(batch);
        feed.next();
        streams.push_back(simulated::counts().streams.size());
    }
    QCOMPARE(streams[1], streams[0]);
}

void GpuStepsTest::sharesTheModelWithLittleMemory()
{
    constexpr std::int64_t mebibyte = 1 << 20;
    std::int64_t extra = 0;
    runAsRanks(
        2,
        [&](Group &group) {
            const at::Device device(at::kCUDA, c10::DeviceIndex(group.rank()));
            std::vector<at::Tensor> tensors;
            for (int i = 0; i < 60; ++i)
                tensors.push_back(at::full({mebibyte}, double(group.rank()), device)); // 4 MiB each
            const std::int64_t before = usedMemory(device);
            restartPeak(device);
            group.broadcast(tensors);
            if (group.rank() == 1)
                extra = peakMemory(device) - before;
            for (const at::Tensor &tensor : tensors)
                if (tensor.sum().item<double>() != 0)
                    extra = -1;
        },
        gpus(2));
    QVERIFY2(extra >= 0, qPrintable(QString::number(extra / mebibyte)));
    QVERIFY2(extra <= 100 * mebibyte, qPrintable(QString::number(extra / mebibyte)));
}

void GpuStepsTest::waitsOnceForTheNormOfItsGradients()
{
    Group group = Group::alone();
    AllReduceHook hook(&group, at::kFloat);
    LocalNorm norm;
    hook.beginBackward(m_gpu, norm.measure());
    for (std::size_t i = 0; i < 3; ++i) {
        c10d::GradBucket bucket(i, 3, at::full({4}, 2.0, m_gpu), {}, {}, {}, {}, std::nullopt);
        hook.runHook(bucket);
    }
    const std::int64_t before = simulated::counts().synchronisations;
    QCOMPARE(norm.square(), 48.0);
    QCOMPARE(simulated::counts().synchronisations, before + 1);
}

void GpuStepsTest::testsManySamplesAtOnce()
{
    const JobSpec job = taggingJob();
    const auto launchesOf = [&](std::unique_ptr<Task> task) {
        task->model().to(m_gpu);
        const std::int64_t before = simulated::counts().launches;
        Group group = Group::alone();
        evaluateTask(*task, group, {1}, m_gpu, job.precision);
        return simulated::counts().launches - before;
    };
    const std::int64_t atOnce = launchesOf(required(openTask(job)));
    const std::int64_t oneByOne = launchesOf(std::make_unique<TestedOneByOne>(required(openTask(job))));
    QVERIFY2(oneByOne < 8 * atOnce, qPrintable(QString("%1 and %2").arg(oneByOne).arg(atOnce)));
}

// Trying all its algorithms, cuDNN fills memory that no step needs.
void GpuStepsTest::measuresMemoryWithoutTuning()
{
    JobSpec job = taggingJob();
    required(measureSpeed(job, gpu(0), {1}, {0.1}));
    QVERIFY(!at::globalContext().benchmarkCuDNN());
}

// Before a checkpoint rank 0 looks at all weights, and its device may have been planned full.
void GpuStepsTest::looksForNumbersThatAreNotFiniteInLittleMemory()
{
    const at::Tensor weight = at::ones({8 << 20}, m_gpu); // 32 MiB
    const at::Tensor byChannel = at::ones({64, 32, 64, 64}, m_gpu).to(at::MemoryFormat::ChannelsLast);
    const std::int64_t before = usedMemory(m_gpu);
    restartPeak(m_gpu);
    QVERIFY(areFinite({weight, byChannel}));
    byChannel[63][31][63][63] = std::numeric_limits<float>::quiet_NaN();
    QVERIFY(!areFinite({weight, byChannel}));
    const std::int64_t needed = peakMemory(m_gpu) - before;
    QVERIFY2(needed < 64 << 10, qPrintable(QString::number(needed)));
}

QTEST_GUILESS_MAIN(GpuStepsTest)
#include "tst_gpusteps.moc"
