// Weights below an adapter in fewer bits on a GPU: they compute what they do on a processor, and fill the memory that
// is predicted.
#include "engine/bench/madeup/finetunejob.h"
#include "engine/device/computedevice.h"
#include "engine/device/devicememory.h"
#include "engine/models/layers/projection.h"
#include "engine/models/quantization/int8weight.h"
#include "engine/models/quantization/nf4weight.h"
#include "engine/plan/fittingbase.h"
#include "engine/tasks/registry.h"
#include "engine/tensorfiles/safetensors.h"
#include "engine/training/profiling/measurememory.h"
#include "engine/training/profiling/measurespeed.h"
#include "engine/training/step/sumthenupdate.h"
#include "gpudevices.h"
#include "simulatedcuda.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace motley;

namespace {

constexpr double mebibyte = 1 << 20;
constexpr Quantization allBits[]{Quantization::None, Quantization::Int8, Quantization::Nf4};

std::int64_t peakOfSteps(Task &task, const JobSpec &job, std::int64_t samples, std::int64_t atOnce, at::Device device)
{
    StepOptions options{job.optimizer, job.clipNorm, atOnce, job.precision, device};
    options.measuresMemory = true;
    Group group = Group::alone();
    TrainingState state(task, options);
    SumThenUpdate step(state, group);
    DataLoader data(task.trainingSet(),
        {.seed = job.seed, .globalBatch = samples, .shares = {samples}, .lastStep = 2, .device = device});
    std::int64_t peak = 0;
    for (int i = 0; i < 2; ++i) {
        const auto taken = step.run({*data.next()});
        if (!taken)
            qFatal("%s", taken.error().message.c_str());
        peak = std::max({peak, taken->passPeakBytes, taken->updatePeakBytes});
    }
    return peak;
}

// As models in 16 bits have their weights: wider ones would be kept so, and rounded anew for each product.
void roundToSixteenBits(const std::string &file)
{
    auto tensors = readSafetensors(file);
    if (!tensors)
        qFatal("%s", tensors.error().message.c_str());
    for (NamedTensor &item : *tensors)
        item.tensor = item.tensor.to(at::kBFloat16);
    if (const auto written = writeSafetensors(file, *tensors); !written)
        qFatal("%s", written.error().message.c_str());
}

} // namespace

class GpuBaseTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void computesAsOnTheProcessor_data();
    void computesAsOnTheProcessor();
    void fillsThePredictedMemory_data();
    void fillsThePredictedMemory();
    void saysWhatWouldFit();

private:
    JobSpec jobIn(Quantization bits, PrecisionSpec::Kind kind);

    QTemporaryDir m_folder;
    int m_folders = 0;
    at::Device m_gpu = at::kCPU;
};

void GpuBaseTest::initTestCase()
{
    const auto device = openDevice(gpu(0), 1);
    QVERIFY(device);
    m_gpu = *device;
}

JobSpec GpuBaseTest::jobIn(Quantization bits, PrecisionSpec::Kind kind)
{
    FineTuneShape shape;
    shape.model = {.layers = 4, .width = 128, .heads = 4, .vocabulary = 1000};
    shape.context = 128;
    shape.batch = 4;
    shape.rank = 8;
    shape.precision.kind = kind;
    const std::string folder = m_folder.filePath(QString::number(++m_folders)).toStdString();
    QDir().mkpath(QString::fromStdString(folder));
    auto job = makeFineTuneJob("llama", shape, folder);
    if (!job)
        qFatal("%s", job.error().message.c_str());
    if (kind == PrecisionSpec::Kind::BFloat16)
        roundToSixteenBits(folder + "/model/model.safetensors");
    std::get<LanguageModelSpec>(job->task).model.quantization = bits;
    return *job;
}

void GpuBaseTest::computesAsOnTheProcessor_data()
{
    QTest::addColumn<int>("bits"); // Quantization
    QTest::newRow("int8") << int(Quantization::Int8);
    QTest::newRow("nf4") << int(Quantization::Nf4);
}

void GpuBaseTest::computesAsOnTheProcessor()
{
    QFETCH(int, bits);
    const at::Tensor weight = at::randn({48, 200}).to(at::kBFloat16), x = at::randn({2, 5, 200});
    std::vector<at::Tensor> outputs, gradients;
    for (const at::Device device : {at::Device(at::kCPU), m_gpu}) {
        Projection layer(200, 48, /*bias=*/false);
        layer.parameters()[0].set_data(weight);
        if (Quantization(bits) == Quantization::Int8)
            layer.pack(std::make_shared<const Int8Weight>(weight));
        else
            layer.pack(std::make_shared<const Nf4Weight>(weight));
        layer.to(device);
        const at::Tensor in = x.clone().to(device).requires_grad_();
        const simulated::Counts before = simulated::counts();
        const at::Tensor out = layer.forward(in);
        if (device.is_cuda())
            qInfo("%lld launches", static_cast<long long>(simulated::counts().launches - before.launches));
        QCOMPARE(simulated::counts().synchronisations, before.synchronisations);
        out.square().sum().backward();
        outputs.push_back(out.detach().cpu());
        gradients.push_back(in.grad().cpu());
    }
    QVERIFY(at::allclose(outputs[0], outputs[1], 1e-5, 1e-6));
    QVERIFY(at::allclose(gradients[0], gradients[1], 1e-5, 1e-5));
}

void GpuBaseTest::fillsThePredictedMemory_data()
{
    QTest::addColumn<int>("measured"); // Quantization
    QTest::addColumn<bool>("isLow");
    for (const Quantization bits : allBits)
        for (const bool isLow : {false, true})
            QTest::addRow("%d bits, %s",
                bits == Quantization::None       ? 16
                    : bits == Quantization::Int8 ? 8
                                                 : 4,
                isLow ? "bfloat16" : "float32")
                << int(bits) << isLow;
}

// As it was measured, and in all other bits.
void GpuBaseTest::fillsThePredictedMemory()
{
    QFETCH(int, measured);
    QFETCH(bool, isLow);
    const auto kind = isLow ? PrecisionSpec::Kind::BFloat16 : PrecisionSpec::Kind::Float32;
    const auto open = [&](Quantization bits) {
        auto task = openTask(jobIn(bits, kind));
        if (!task)
            qFatal("%s", task.error().message.c_str());
        (*task)->model().to(m_gpu);
        (*task)->model().train();
        return std::move(*task);
    };
    const JobSpec job = jobIn(Quantization(measured), kind);
    const auto memory = measureMemory(*open(Quantization(measured)), job, job.batch, m_gpu);
    QVERIFY2(memory, memory ? "" : memory.error().message.c_str());
    for (const Quantization bits : allBits) {
        const auto task = open(bits);
        for (const auto &[samples, atOnce] : {std::pair(2, 2), std::pair(4, 1)}) {
            const double counted = double(peakOfSteps(*task, job, samples, atOnce, m_gpu));
            const MemoryUse use{.samplesAtOnce = atOnce, .accumulates = samples > atOnce};
            const double predicted = double(predictedPeak(inBits(*memory, bits), use));
            qInfo("%d, %d at once: predicted %.2f MiB, counted %.2f", int(bits), atOnce, predicted / mebibyte,
                counted / mebibyte);
            QVERIFY(std::abs(predicted - counted) < 0.05 * counted);
        }
    }
}

void GpuBaseTest::saysWhatWouldFit()
{
    JobSpec job = jobIn(Quantization::None, PrecisionSpec::Kind::Float32);
    job.memory.limitMiB = 3;
    const auto speed = measureSpeed(job, gpu(0), {1, {}}, {.seconds = 0.1});
    limitMemory(m_gpu, 0);
    QVERIFY(!speed);
    const QString message = QString::fromStdString(speed.error().message);
    for (const char *part :
        {"not even for one sample", "model.quantization int8", "with nf4", "model.context than 128"})
        QVERIFY2(message.contains(part), qPrintable(message));
}

QTEST_GUILESS_MAIN(GpuBaseTest)
#include "tst_gpubase.moc"
