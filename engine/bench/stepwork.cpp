#include "engine/bench/stepwork.h"

#include "engine/base/runclock.h"
#include "engine/bench/flopcounter.h"
#include "engine/data/dataloader.h"
#include "engine/device/computedevice.h"
#include "engine/tasks/registry.h"
#include "engine/tensorfiles/namedtensors.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <algorithm>

namespace motley {

namespace {

// The samples of a batch are padded to the same shapes, so that a few stand for all: the whole batch of a large model,
// made for a GPU, would take a processor minutes.
constexpr std::int64_t countedOfBatch = 4;

StepWork measure(Task &task, const JobSpec &job, std::int64_t first, std::int64_t last)
{
    StepWork work;
    for (const NamedTensor &parameter : trainableParametersOf(task.model()))
        work.parameters += parameter.tensor.numel();
    task.model().train();
    const FlopCounter counter; // before there is a second thread
    DataLoader data(task.trainingSet(), {job.seed, job.batch, {job.batch}, 0, first, last});
    for (std::int64_t i = first; i <= last; ++i) {
        const auto ready = data.next();
        if (!ready)
            throw std::runtime_error(ready.error().detail);
        const Batch &batch = ready->batch;
        const Batch some = batch.slice(0, std::min(countedOfBatch, batch.samples));
        const double before = counter.operations();
        task.summedLoss(some).backward();
        work.operations += (counter.operations() - before) * double(batch.samples) / double(some.samples);
        if (const auto tokens = tokensOf(batch, job.task))
            work.tokens = work.tokens.value_or(0) + *tokens;
    }
    const auto steps = double(last - first + 1);
    work.operations /= steps;
    if (work.tokens)
        *work.tokens /= steps;
    return work;
}

} // namespace

std::optional<double> tokensOf(const Batch &batch, const TaskSpec &task)
{
    const auto tokens = entryOf(task).tokens;
    return tokens ? std::optional(tokens(batch)) : std::nullopt;
}

Result<StepWork> measureWork(const JobSpec &job, std::int64_t first, std::int64_t last, int threads)
{
    if (const auto opened = openDevice({}, threads); !opened)
        return tl::unexpected(opened.error());
    try {
        const auto task = openTask(job);
        if (!task)
            return tl::unexpected(task.error());
        return measure(**task, job, first, last);
    } catch (const std::exception &failure) {
        return fail("The work of a step could not be counted.", failure.what());
    }
}

double matrixSpeed(int threads)
{
    constexpr std::int64_t side = 1536;
    constexpr int tries = 12;
    at::set_num_threads(threads);
    const torch::NoGradGuard noGradients;
    const at::Tensor left = torch::randn({side, side});
    const at::Tensor right = torch::randn({side, side});
    at::Tensor product = at::mm(left, right);
    double shortest = 1e9;
    for (int i = 0; i < tries; ++i) {
        const auto started = RunClock::now();
        at::mm_out(product, left, right);
        shortest = std::min(shortest, secondsSince(started));
    }
    return 2.0 * side * side * side / shortest;
}

} // namespace motley
