#include "engine/training/profiling/measurememory.h"

#include "engine/device/devicememory.h"
#include "engine/device/mixedprecision.h"
#include "engine/device/outofmemory.h"
#include "engine/exchange/gradients/shardedgradients.h"
#include "engine/training/step/sumthenupdate.h"

#include <torch/nn/module.h>

#include <algorithm>
#include <utility>

namespace motley {

namespace {

constexpr int trialPasses = 2; // libraries may take more memory in the first one
constexpr std::int64_t smallerPassBy = 4; // the second measurement divides the batch by it

struct MeasuredPass {
    std::int64_t samples = 0;
    std::int64_t heldBytes = 0;
    std::int64_t stateBytes = 0;
    std::int64_t passPeakBytes = 0;
    std::int64_t backwardPeakBytes = 0;
    std::int64_t updatePeakBytes = 0;
    bool ranOutOfMemory = false; // and took the batch in micro-batches
    std::int64_t barePassPeakBytes = 0;
    LogitBytes logits{};
    StepData last{}; // data of the last step, for further measurements
};

std::int64_t bytesOf(const NamedTensors &tensors)
{
    std::int64_t bytes = 0;
    for (const NamedTensor &item : tensors)
        bytes += std::int64_t(item.tensor.nbytes());
    return bytes;
}

// What stays in the host's memory is none of a GPU's.
std::int64_t bytesOn(at::Device device, const NamedTensors &tensors)
{
    std::int64_t bytes = 0;
    for (const NamedTensor &item : tensors)
        bytes += item.tensor.device() == device ? std::int64_t(item.tensor.nbytes()) : 0;
    return bytes;
}

std::int64_t numbersOf(const NamedTensors &tensors)
{
    std::int64_t numbers = 0;
    for (const NamedTensor &item : tensors)
        numbers += item.tensor.numel();
    return numbers;
}

at::Tensor forward(Task &task, const Batch &batch, const PrecisionSpec &precision, at::Device device)
{
    const MixedPrecision low(precision, device);
    return task.summedLoss(batch);
}

LogitBytes logitsOf(Task &task, const Batch &batch, const PrecisionSpec &precision, at::Device device)
{
    const MixedPrecision low(precision, device);
    return task.logitBytes(batch.to(device));
}

// Peak bytes in passes of a rank that holds no part of the gradients; `otherwise` where memory runs out.
std::int64_t barePeak(Task &task, const Batch &batch, const JobSpec &job, at::Device device, std::int64_t otherwise)
{
    Group group = Group::alone();
    const NamedTensors parameters = trainableParametersOf(task.model());
    ShardedGradients exchange(group, parameters, {0, 0, numbersOf(parameters)}, std::vector<ParameterSlice>());
    for (int i = 0; i < trialPasses; ++i) {
        for (const NamedTensor &parameter : parameters)
            parameter.tensor.mutable_grad().reset();
        restartPeak(device);
        try {
            const at::Tensor loss = forward(task, batch.to(device), job.precision, device);
            exchange.begin({});
            exchange.backward(loss);
        } catch (const std::exception &failure) {
            if (!isOutOfMemory(failure))
                throw;
            return otherwise;
        }
    }
    return peakMemory(device);
}

// Peak bytes in the backward pass alone; `otherwise` where memory runs out.
std::int64_t backwardPeak(Task &task, const Batch &batch, const JobSpec &job, at::Device device, std::int64_t otherwise)
{
    for (at::Tensor &parameter : task.model().parameters())
        parameter.mutable_grad().reset();
    try {
        const at::Tensor loss = forward(task, batch.to(device), job.precision, device);
        restartPeak(device);
        loss.backward();
    } catch (const std::exception &failure) {
        if (!isOutOfMemory(failure))
            throw;
        return otherwise;
    }
    return peakMemory(device);
}

// How many bytes more a step of two micro-batches takes at its peak than a step of the first one alone. Both come after
// a step of one sample, which creates the optimizer state. 0: they did not fit.
Result<std::int64_t> secondPass(Task &task, const JobSpec &job, const StepData &whole, at::Device device)
{
    const std::int64_t samples = whole.batch.samples / 2;
    if (samples == 0)
        return 0;
    StepData first = whole;
    first.batch = whole.batch.slice(0, 1);
    StepData half = whole;
    half.batch = whole.batch.slice(0, samples);
    StepData twice = whole;
    twice.batch = whole.batch.slice(0, 2 * samples);
    Group group = Group::alone();
    StepOptions options{job.optimizer, job.clipNorm, samples, job.precision, device};
    options.measuresMemory = true;
    TrainingState state(task, options);
    SumThenUpdate step(state, group);
    std::vector<std::int64_t> peaks;
    for (const StepData *data : {&first, &half, &twice}) {
        const auto result = step.run({*data});
        if (!result)
            return tl::unexpected(result.error());
        if (result->newMicrobatch)
            return 0;
        peaks.push_back(result->passPeakBytes);
    }
    return std::max<std::int64_t>(0, peaks[2] - peaks[1]);
}

Result<MeasuredPass> measurePass(Task &task, const JobSpec &job, std::int64_t batch, at::Device device)
{
    Group group = Group::alone();
    StepOptions options{job.optimizer, job.clipNorm, 0, job.precision, device};
    options.measuresMemory = true;
    for (at::Tensor &parameter : task.model().parameters())
        parameter.mutable_grad().reset();
    TrainingState state(task, options);
    SumThenUpdate step(state, group);
    DataLoader data(task.trainingSet(),
        {.seed = job.seed, .globalBatch = batch, .shares = {batch}, .lastStep = trialPasses, .device = device});
    MeasuredPass measured;
    for (int i = 0; i < trialPasses; ++i) {
        auto ready = data.next();
        if (!ready)
            return tl::unexpected(ready.error());
        if (i == 0)
            measured.heldBytes = usedMemory(device);
        const auto result = step.run({*ready, 0, data.upcoming()});
        if (!result)
            return tl::unexpected(result.error());
        if (result->newMicrobatch) {
            measured.ranOutOfMemory = true;
            return measured;
        }
        measured.samples = std::max(measured.samples, ready->samples);
        measured.passPeakBytes = std::max(measured.passPeakBytes, result->passPeakBytes);
        measured.updatePeakBytes = std::max(measured.updatePeakBytes, result->updatePeakBytes);
        measured.last = *std::move(ready);
    }
    measured.logits = logitsOf(task, measured.last.batch, job.precision, device);
    measured.stateBytes = bytesOf(joined(step.state()));
    measured.backwardPeakBytes = backwardPeak(task, measured.last.batch, job, device, measured.passPeakBytes);
    measured.barePassPeakBytes = barePeak(task, measured.last.batch, job, device, measured.passPeakBytes);
    return measured;
}

Result<MeasuredPass> measureLargestPass(Task &task, const JobSpec &job, std::int64_t batch, at::Device device)
{
    auto measured = measurePass(task, job, batch, device);
    while (measured && measured->ranOutOfMemory && batch > 1) {
        batch /= 2;
        measured = measurePass(task, job, batch, device);
    }
    return measured;
}

} // namespace

BaseBytes baseBytesOf(Task &task, const PrecisionSpec &precision)
{
    return baseBytesOf(task.model(), scalarTypeOf(precision.kind));
}

Result<MemoryReport> measureMemory(Task &task, const JobSpec &job, std::int64_t batch, at::Device device)
{
    task.model().train();
    auto whole = measureLargestPass(task, job, batch, device);
    if (!whole)
        return tl::unexpected(whole.error());
    const auto second = secondPass(task, job, std::exchange(whole->last, {}), device);
    if (!second)
        return tl::unexpected(second.error());
    const std::int64_t small = std::max<std::int64_t>(1, batch / smallerPassBy);
    const auto part = small < batch ? measureLargestPass(task, job, small, device) : whole;
    if (!part)
        return tl::unexpected(part.error());
    MemoryReport report;
    report.parameterBytes = bytesOf(trainableParametersOf(task.model()));
    report.stateBytes = whole->stateBytes;
    report.heldBytes = whole->heldBytes;
    report.updatePeakBytes = whole->updatePeakBytes;
    report.passSamples = whole->samples;
    report.passPeakBytes = whole->passPeakBytes;
    report.smallPassSamples = part->samples;
    report.smallPassPeakBytes = part->passPeakBytes;
    report.backwardPeakBytes = whole->backwardPeakBytes;
    report.smallBackwardPeakBytes = part->backwardPeakBytes;
    report.barePassPeakBytes = whole->barePassPeakBytes;
    report.smallBarePassPeakBytes = part->barePassPeakBytes;
    report.secondPassBytes = *second;
    report.frozenBytes = bytesOn(device, stateDict(task.model())) - report.parameterBytes;
    const BaseBytes base = baseBytesOf(task, job.precision);
    report.baseBytes = base.now;
    report.plainBaseBytes = base.plain;
    report.int8BaseBytes = base.int8;
    report.nf4BaseBytes = base.nf4;
    report.passLogitBytes = whole->logits.whole;
    report.mostLogitBytes = whole->logits.most;
    return report;
}

} // namespace motley
