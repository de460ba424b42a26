#include "engine/bench/study/unevenshares.h"

#include "engine/bench/study/simulatedranks.h"
#include "engine/device/computedevice.h"
#include "engine/tasks/registry.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace motley {

namespace {

constexpr double rate = 0.01;

Tensors meanGradient(Task &task, std::span<const std::int64_t> ids)
{
    constexpr std::size_t atOnce = 512; // samples; all parts but the last have as many, so weights hardly differ
    Tensors sum;
    for (std::size_t first = 0; first < ids.size(); first += atOnce) {
        const auto part = ids.subspan(first, std::min(atOnce, ids.size() - first));
        computeMeanGradient(task, part, {1, 1});
        for (std::size_t i = 0; const at::Tensor &parameter : parametersIn(task)) {
            const at::Tensor gradient = parameter.grad() * (double(part.size()) / double(ids.size()));
            if (first == 0)
                sum.push_back(gradient);
            else
                sum[i].add_(gradient);
            ++i;
        }
    }
    return sum;
}

double dot(const Tensors &a, const Tensors &b)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += at::dot(a[i].flatten().to(at::kDouble), b[i].flatten().to(at::kDouble)).item<double>();
    return sum;
}

double length(const Tensors &a)
{
    return std::sqrt(dot(a, a));
}

double cosine(const Tensors &a, const Tensors &b)
{
    return dot(a, b) / (length(a) * length(b));
}

Tensors weightedMean(const Tensors &a, double weightOfA, const Tensors &b)
{
    Tensors mean;
    for (std::size_t i = 0; i < a.size(); ++i)
        mean.push_back(a[i] * weightOfA + b[i] * (1 - weightOfA));
    return mean;
}

void trainAWhile(Task &task, const JobSpec &job, int steps)
{
    OptimizerSpec sgd;
    sgd.momentum = 0;
    sgd.nesterov = false;
    SimulatedRanks alone(task, sgd, JoinRule::Mean, 1, job.batch, job.seed);
    for (int i = 0; i < steps; ++i)
        alone.step(rate);
}

// Cosines and length of one batch.
UnevenShares compare(Task &task, std::span<const std::int64_t> batch, double smallerPart, const Tensors &reference)
{
    const auto smaller = std::size_t(std::llround(smallerPart * double(batch.size())));
    const Tensors small = meanGradient(task, batch.first(smaller));
    const Tensors large = meanGradient(task, batch.subspan(smaller));
    const Tensors mean = weightedMean(small, double(smaller) / double(batch.size()), large);
    const Tensors joined = adasumTree({small, large});
    return {smallerPart, cosine(mean, reference), cosine(joined, reference), length(joined) / length(mean)};
}

std::vector<UnevenShares> measure(Task &task, const JobSpec &job, const UnevenOptions &options)
{
    trainAWhile(task, job, options.warmUpSteps);
    SampleIds looked(std::size_t(std::min(options.reference, task.trainingSet().size())));
    std::iota(looked.begin(), looked.end(), 0);
    const Tensors reference = meanGradient(task, looked);
    const auto sampler = task.trainingSet().sampler(job.seed + 1, options.batch);
    std::vector<UnevenShares> means;
    for (const double part : options.parts) {
        UnevenShares mean{part, 0, 0, 0};
        for (int batch = 1; batch <= options.batches; ++batch) {
            const UnevenShares one = compare(task, sampler->ids(batch), part, reference);
            mean.ofMean += one.ofMean / options.batches;
            mean.ofAdasum += one.ofAdasum / options.batches;
            mean.lengthOfAdasum += one.lengthOfAdasum / options.batches;
        }
        means.push_back(mean);
    }
    return means;
}

} // namespace

Result<std::vector<UnevenShares>> measureUnevenShares(const JobSpec &job, const UnevenOptions &options)
{
    if (const auto opened = openDevice({}, options.threads); !opened)
        return tl::unexpected(opened.error());
    try {
        const auto task = openTask(job);
        if (!task)
            return tl::unexpected(task.error());
        return measure(**task, job, options);
    } catch (const std::exception &failure) {
        return fail("The gradients of the job \"" + job.name + "\" could not be measured.", failure.what());
    }
}

} // namespace motley
