// How long the sequences may be with which a model of 8 billion weights is tuned in the memory of usual GPUs: counted
// in steps of the engine's own code, on simulated GPUs that only count.
#include "countedfinetune.h"
#include "engine/device/computedevice.h"
#include "engine/device/devicememory.h"
#include "engine/models/layers/blockattention.h"
#include "engine/plan/contextadvice.h"
#include "engine/plan/memoryparts.h"
#include "engine/training/profiling/measurememory.h"
#include "engine/training/step/sumthenupdate.h"
#include "gpudevices.h"
#include "simulatedcuda.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>

using namespace motley;

namespace {

constexpr std::int64_t gibibyte = std::int64_t(1) << 30;
constexpr int eightGigabytes = 0, twelveGigabytes = 1, sixteenGigabytes = 2, twentyFourGigabytes = 3; // GPUs
constexpr std::int64_t shorterBy = 4; // that many times as short are the sequences from which others are predicted,
constexpr std::int64_t shortest = 1024; // but no shorter: below, attention is not in blocks

// Of meta-llama/Llama-3.1-8B.
const char *const llama8b = R"({"model_type": "llama", "vocab_size": 128256, "hidden_size": 4096,
    "intermediate_size": 14336, "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8,
    "max_position_embeddings": 131072, "rms_norm_eps": 1e-5, "rope_theta": 500000.0, "tie_word_embeddings": false,
    "rope_scaling": {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
        "original_max_position_embeddings": 8192}})";

// Of Qwen/Qwen3-8B.
const char *const qwen8b = R"({"model_type": "qwen3", "vocab_size": 151936, "hidden_size": 4096,
    "intermediate_size": 12288, "num_hidden_layers": 36, "num_attention_heads": 32, "num_key_value_heads": 8,
    "head_dim": 128, "max_position_embeddings": 40960, "rms_norm_eps": 1e-6, "rope_theta": 1000000.0,
    "tie_word_embeddings": false})";

// Small, but of tensors that are not computed where a device only counts.
const char *const smallLlama = R"({"model_type": "llama", "vocab_size": 6400, "hidden_size": 256,
    "intermediate_size": 768, "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2,
    "max_position_embeddings": 4096, "rms_norm_eps": 1e-5, "rope_theta": 10000.0, "tie_word_embeddings": false})";

template <typename T>
T required(Result<T> result)
{
    if (!result)
        qFatal("%s", result.error().message.c_str());
    return std::move(*result);
}

// The most bytes in steps of one sequence.
std::int64_t countedPeak(const CountedShape &shape, Task &task, at::Device device)
{
    const JobSpec job = countedJob(shape);
    StepOptions options{job.optimizer, job.clipNorm, 1, job.precision, device};
    options.measuresMemory = true;
    Group group = Group::alone();
    task.model().train();
    TrainingState state(task, options);
    SumThenUpdate step(state, group);
    DataLoader data(
        task.trainingSet(), {.seed = job.seed, .globalBatch = 1, .shares = {1}, .lastStep = 2, .device = device});
    std::int64_t peak = 0;
    for (int i = 0; i < 2; ++i) {
        const StepResult taken = required(step.run({required(data.next())}));
        if (taken.skipped)
            qFatal("The step was skipped.");
        peak = std::max({peak, taken.passPeakBytes, taken.updatePeakBytes});
    }
    return peak;
}

// As a GPU measures it, with sequences of other lengths.
MemoryReport measured(CountedShape shape, std::int64_t context, at::Device device)
{
    shape.context = context;
    return required(measureMemory(*openCounted(shape, device), countedJob(shape), 4, device));
}

// As a machine with this GPU alone is planned.
CandidateMachine machineWith(int index, const MemoryReport &memory)
{
    GpuReport report;
    report.uuid = gpu(index).uuid;
    report.memoryFreeBytes = std::array<std::int64_t, 4>{8, 12, 16, 24}.at(std::size_t(index)) * gibibyte;
    SpeedReport speed{1, 0, 1, memory};
    speed.recomputes = true;
    CandidateMachine machine{"one", {}, {{gpu(index), 1, speed}}};
    machine.report.gpus = {report};
    return machine;
}

} // namespace

class GpuContextTest : public QObject {
    Q_OBJECT

public:
    static void initMain() { qputenv("MOTLEY_SIMULATED_GPUS", "8,12,16,24"); }

private Q_SLOTS:
    void cleanup();
    void fusesAttention();
    void countsWhatComputingTakes_data();
    void countsWhatComputingTakes();
    void holdsLongSequences_data();
    void holdsLongSequences();
};

void GpuContextTest::cleanup()
{
    simulated::countOnly(false);
    simulated::fuseAttention(false);
}

void GpuContextTest::fusesAttention()
{
    const at::Device device = required(openDevice(gpu(twelveGigabytes), 1));
    constexpr std::int64_t tokens = 1200; // in three blocks, of which the last is shorter
    const auto random = [&](std::int64_t heads) { return at::randn({1, heads, tokens, 16}).to(at::kBFloat16); };
    const at::Tensor query = random(4), key = random(2), value = random(2), gradient = random(4);
    const at::Tensor texts = at::arange(tokens).div(500, "floor").unsqueeze(0).to(device);
    const auto sight = std::make_shared<const BlockSight>(
        blockSightOf(texts, at::arange(tokens).remainder(500).unsqueeze(0).to(device), 0, 512));
    std::vector<std::vector<at::Tensor>> found;
    std::vector<std::int64_t> peaks;
    for (const bool isFused : {false, true}) {
        simulated::fuseAttention(isFused);
        std::vector<at::Tensor> inputs;
        for (const at::Tensor &input : {query, key, value})
            inputs.push_back(input.to(device).requires_grad_());
        restartPeak(device);
        const std::int64_t before = usedMemory(device);
        const at::Tensor out = attentionInBlocks(inputs[0], inputs[1], inputs[2], sight, std::nullopt);
        out.backward(gradient.to(device));
        peaks.push_back(peakMemory(device) - before);
        found.push_back({out.detach().cpu()});
        for (const at::Tensor &input : inputs)
            found.back().push_back(input.grad().cpu());
    }
    for (std::size_t i = 0; i < found[0].size(); ++i)
        QVERIFY2(at::allclose(found[0][i], found[1][i], 2e-2, 2e-2), qPrintable(QString::number(i)));
    const std::int64_t scores = 4 * 512 * tokens * std::int64_t(sizeof(float)); // of a block
    QVERIFY2(peaks[0] > 2 * scores, qPrintable(QString::number(peaks[0])));
    QVERIFY2(peaks[1] < scores, qPrintable(QString::number(peaks[1])));
}

void GpuContextTest::countsWhatComputingTakes_data()
{
    QTest::addColumn<bool>("isFused");
    QTest::newRow("attention that keeps no scores") << true;
    QTest::newRow("attention of products") << false;
}

// Of the same steps, computed and counted.
void GpuContextTest::countsWhatComputingTakes()
{
    QFETCH(bool, isFused);
    simulated::fuseAttention(isFused);
    const at::Device device = required(openDevice(gpu(twelveGigabytes), 1));
    const CountedShape shape{smallLlama, 2048};
    std::vector<std::int64_t> peaks, launches;
    for (const bool computes : {false, true}) {
        simulated::countOnly(true); // so that weights are zeros
        const auto task = openCounted(shape, device);
        simulated::countOnly(!computes);
        const std::int64_t before = simulated::counts().launches;
        peaks.push_back(countedPeak(shape, *task, device));
        launches.push_back(simulated::counts().launches - before);
    }
    QCOMPARE(peaks[0], peaks[1]);
    QCOMPARE(launches[0], launches[1]);
}

void GpuContextTest::holdsLongSequences_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<int>("index"); // of the GPU
    QTest::addColumn<int>("tokens");
    const std::vector<std::pair<int, int>> bars{
        {eightGigabytes, 2048}, {twelveGigabytes, 8192}, {sixteenGigabytes, 16384}, {twentyFourGigabytes, 32768}};
    for (const auto &[index, tokens] : bars)
        QTest::addRow("Llama 3.1 8B, %d tokens", tokens) << QString(llama8b) << index << tokens;
    for (const auto &[index, tokens] : {bars.front(), bars.back()})
        QTest::addRow("Qwen3 8B, %d tokens", tokens) << QString(qwen8b) << index << tokens;
}

void GpuContextTest::holdsLongSequences()
{
    QFETCH(QString, config);
    QFETCH(int, index);
    QFETCH(int, tokens);
    simulated::countOnly(true);
    simulated::fuseAttention(true);
    const at::Device device = required(openDevice(gpu(index), 1));

    const CountedShape shape{config.toStdString(), tokens};
    const JobSpec job = countedJob(shape);
    const std::int64_t context = std::max(tokens / shorterBy, shortest);
    const MemoryReport memory = withTokens(measured(shape, context, device), context, tokens);
    const CandidateMachine machine = machineWith(index, memory);
    const std::int64_t usable = memoryFor(machine, machine.candidates.front(), job);
    const auto advice = adviseOnContext(job, {machine});
    QVERIFY(advice);
    const MemoryParts parts = memoryParts(memory, {.samplesAtOnce = 1});

    limitMemory(device, usable);
    const std::int64_t counted = countedPeak(shape, *openCounted(shape, device), device);
    limitMemory(device, 0);

    const auto inGibibytes = [](std::int64_t bytes) { return double(bytes) / double(gibibyte); };
    qInfo("usable %.2f GiB, counted %.2f, predicted %.2f: frozen %.2f, adapter %.2f, gradients %.2f, optimizer %.2f, "
          "logits %.2f, activations %.2f; up to %lld tokens",
        inGibibytes(usable), inGibibytes(counted), inGibibytes(parts.sum()), inGibibytes(parts.frozen),
        inGibibytes(parts.trained), inGibibytes(parts.gradients), inGibibytes(parts.optimizer),
        inGibibytes(parts.logits), inGibibytes(parts.activations), static_cast<long long>(advice->longest()));
    QVERIFY(counted <= usable);
    QVERIFY(std::abs(double(parts.sum() - counted)) < 0.05 * double(counted));
    QVERIFY(advice->longest() >= tokens);
}

QTEST_GUILESS_MAIN(GpuContextTest)
#include "tst_gpucontext.moc"
