#include "engine/training/evaluation.h"

#include "engine/base/runclock.h"
#include "engine/data/batchshares.h"
#include "engine/device/devicememory.h"
#include "engine/device/mixedprecision.h"
#include "engine/device/outofmemory.h"

#include <torch/nn/module.h>

#include <algorithm>
#include <numeric>

namespace motley {

namespace {

void add(Score &sum, const Score &part)
{
    sum.loss += part.loss;
    sum.weight += part.weight;
    for (std::size_t i = 0; i < sum.counts.size(); ++i)
        sum.counts[i] += part.counts[i];
}

Score scorePart(Task &task, std::int64_t first, std::int64_t last, at::Device device)
{
    SampleIds ids(std::size_t(last - first));
    std::iota(ids.begin(), ids.end(), first);
    Batch batch = task.testSet()->batch(ids, std::nullopt).to(device);
    batch.ids = std::move(ids);
    return task.score(batch);
}

// Tasks say what suits a processor's caches; small passes leave a GPU idle.
constexpr std::int64_t timesAsManyOnGpu = 16;

// Scores a range of the test set, with half as many samples at once wherever memory runs out.
Score scoreRange(Task &task, Range range, at::Device device, RankActivity &activity)
{
    Score sum;
    sum.counts.resize(task.scoreCounts());
    std::int64_t atOnce = task.testedAtOnce() * (device.is_cuda() ? timesAsManyOnGpu : 1);
    for (std::int64_t first = range.first; first < range.last;) {
        const std::int64_t last = std::min(first + atOnce, range.last);
        try {
            add(sum, scorePart(task, first, last, device));
            first = last;
            activity.advance();
        } catch (const std::exception &failure) {
            if (!isOutOfMemory(failure) || last - first == 1)
                throw;
            atOnce = (last - first) / 2;
        }
    }
    return sum;
}

Score sumOverRanks(Group &group, const Score &mine)
{
    std::vector<double> numbers{mine.loss, mine.weight};
    numbers.insert(numbers.end(), mine.counts.begin(), mine.counts.end());
    at::Tensor sums = torch::tensor(numbers, at::kDouble);
    group.allReduceHost(sums);
    const double *values = sums.data_ptr<double>();
    return {values[0], values[1], {values + 2, values + sums.numel()}};
}

// For as long as it lives, the model's layers compute as they are tested.
struct Evaluating {
    explicit Evaluating(torch::nn::Module &tested) : model(tested) { model.eval(); }
    ~Evaluating() { model.train(); }
    Evaluating(const Evaluating &) = delete;
    Evaluating &operator=(const Evaluating &) = delete;

    torch::nn::Module &model;
};

} // namespace

Evaluation evaluateTask(Task &task, Group &group, const std::vector<std::int64_t> &shares, at::Device device,
    const PrecisionSpec &precision, const std::function<void(const std::string &)> &note)
{
    const auto started = RunClock::now();
    const torch::NoGradGuard noGradients;
    const MixedPrecision low(precision, device);
    const Evaluating evaluating(task.model());
    const std::int64_t samples = task.testSet()->size();
    const Score mine = scoreRange(task, cutShare(shares, group.rank(), samples), device, group.activity());
    const Score all = sumOverRanks(group, mine);

    Evaluation evaluation;
    evaluation.loss = task.meanLoss(all);
    evaluation.metrics = task.metrics(all);
    evaluation.samples = samples;
    if (group.rank() == 0) // which reports it
        if (auto answers = task.answers([&] { group.activity().advance(); }); !answers.empty())
            evaluation.answers = std::move(answers);
    evaluation.seconds = secondsSince(started);
    if (all.weight == 0 && note && !evaluation.metrics.empty())
        note("No tested sample has a label that the model could predict, so that " + evaluation.metrics.front().name
            + " says nothing of it.");
    return evaluation;
}

} // namespace motley
