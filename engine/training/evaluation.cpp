#include "engine/training/evaluation.h"

#include "engine/data/shares.h"
#include "engine/training/clock.h"

#include <torch/torch.h>

#include <algorithm>
#include <numeric>

namespace motley {

namespace {

constexpr std::int64_t samplesAtOnce = 250;

Score scoreRange(Task &task, Range range, at::Device device)
{
    Score sum;
    for (std::int64_t first = range.first; first < range.last; first += samplesAtOnce) {
        SampleIds ids(std::size_t(std::min(samplesAtOnce, range.last - first)));
        std::iota(ids.begin(), ids.end(), first);
        const Score part = task.score(task.testSet().batch(ids, std::nullopt).to(device));
        sum.loss += part.loss;
        sum.correct += part.correct;
        sum.weight += part.weight;
    }
    return sum;
}

} // namespace

Evaluation evaluateTask(Task &task, const Group &group, const std::vector<std::int64_t> &shares, at::Device device)
{
    const auto started = Clock::now();
    const torch::NoGradGuard noGradients;
    task.model().eval();
    const std::int64_t samples = task.testSet().size();
    const Score mine = scoreRange(task, cutShare(shares, group.rank(), samples), device);
    at::Tensor sums = torch::tensor({mine.loss, mine.correct, mine.weight}, at::kDouble);
    group.sum(sums);
    task.model().train();

    Evaluation evaluation;
    const double weight = std::max(sums[2].item<double>(), 1.0);
    evaluation.loss = sums[0].item<double>() / weight;
    evaluation.accuracy = sums[1].item<double>() / weight;
    evaluation.samples = samples;
    evaluation.seconds = secondsSince(started);
    return evaluation;
}

} // namespace motley
