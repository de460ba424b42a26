#include "engine/bench/study/trial.h"

#include "engine/bench/study/simulatedranks.h"
#include "engine/device/computedevice.h"
#include "engine/tasks/registry.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace motley {

namespace {

constexpr double warmUpPart = 0.05;

TestPoint test(Task &task, const SimulatedRanks &ranks, std::int64_t most)
{
    const torch::NoGradGuard noGradients;
    task.model().eval();
    const std::int64_t samples = std::min(most, task.testSet()->size());
    Score sum;
    sum.counts.resize(task.scoreCounts());
    for (std::int64_t first = 0; first < samples; first += task.testedAtOnce()) {
        SampleIds ids(std::size_t(std::min(samples - first, task.testedAtOnce())));
        std::iota(ids.begin(), ids.end(), first);
        Batch batch = task.testSet()->batch(ids, std::nullopt);
        batch.ids = ids;
        const Score part = task.score(batch);
        sum.loss += part.loss;
        sum.weight += part.weight;
        for (std::size_t i = 0; i < sum.counts.size(); ++i)
            sum.counts[i] += part.counts[i];
    }
    const double loss = task.meanLoss(sum);
    const auto metrics = task.metrics(sum);
    return {ranks.steps(), ranks.samples(), std::isfinite(loss) ? loss : std::numeric_limits<double>::infinity(),
        metrics.empty() ? std::string() : toText(metrics.front())};
}

std::vector<TestPoint> train(Task &task, const Trial &trial)
{
    SimulatedRanks ranks(task, trial.optimizer, trial.rule, trial.ranks, trial.job.batch, trial.seed);
    const double stepSamples = double(trial.ranks) * double(trial.job.batch);
    const auto steps = std::max<std::int64_t>(1, std::llround(double(trial.samples) / stepSamples));
    const double warmUp = std::max(1.0, warmUpPart * double(steps));
    std::vector<TestPoint> points;
    for (std::int64_t step = 1; step <= steps; ++step) {
        ranks.step(trial.rate * std::min(1.0, double(step) / warmUp));
        if (step * trial.tests / steps == (step - 1) * trial.tests / steps)
            continue;
        points.push_back(test(task, ranks, trial.testSamples));
        if (!std::isfinite(points.back().loss))
            break;
    }
    return points;
}

} // namespace

Result<std::vector<TestPoint>> runTrial(const Trial &trial)
{
    JobSpec job = trial.job;
    job.seed = trial.seed;
    if (const auto opened = openDevice({}, trial.threads); !opened)
        return tl::unexpected(opened.error());
    try {
        const auto task = openTask(job);
        if (!task)
            return tl::unexpected(task.error());
        if (!(*task)->testSet())
            return fail("The job \"" + job.name + "\" has no test data; name some in its file.");
        return train(**task, trial);
    } catch (const std::exception &failure) {
        return fail("The job \"" + job.name + "\" could not be trained.", failure.what());
    }
}

std::optional<TestPoint> firstAtOrBelow(const std::vector<TestPoint> &points, double loss)
{
    const auto found
        = std::find_if(points.begin(), points.end(), [loss](const TestPoint &point) { return point.loss <= loss; });
    return found != points.end() ? std::optional(*found) : std::nullopt;
}

} // namespace motley
