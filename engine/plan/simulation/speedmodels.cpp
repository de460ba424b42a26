#include "engine/plan/simulation/speedmodels.h"

#include "engine/plan/forecast/forecast.h"
#include "engine/plan/simulation/leastsquares.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

const MeasuredRank &longestRank(const MeasuredRun &run)
{
    return *std::max_element(run.ranks.begin(), run.ranks.end(),
        [](const auto &a, const auto &b) { return a.units / a.capability < b.units / b.capability; });
}

std::vector<double> featuresOf(SpeedModel model, const MeasuredRun &run)
{
    const MeasuredRank &rank = longestRank(run);
    const double operations = run.operationsPerUnit * rank.units;
    if (model == SpeedModel::Normalised)
        return {1, operations / rank.capability};
    if (model == SpeedModel::Multivariate)
        return {1, operations, rank.capability};
    return {1, operations};
}

std::optional<double> regress(SpeedModel model, const std::vector<MeasuredRun> &known, const MeasuredRun &asked)
{
    std::vector<Observation> observations;
    for (const MeasuredRun &run : known)
        if (model != SpeedModel::PerDevice || longestRank(run).device == longestRank(asked).device)
            observations.push_back({featuresOf(model, run), run.stepSeconds});
    const auto factors = fitFactors(observations);
    return factors ? std::optional(predicted(*factors, featuresOf(model, asked))) : std::nullopt;
}

// Fits the step time of a device from runs of one rank on it; nullopt: fewer than two different numbers of units.
std::optional<StepTime> timeAlone(
    const std::vector<MeasuredRun> &known, const std::string &task, const std::string &device)
{
    std::vector<Observation> observations;
    for (const MeasuredRun &run : known)
        if (run.ranks.size() == 1 && run.task == task && run.ranks.front().device == device)
            observations.push_back({{1, run.ranks.front().units}, run.stepSeconds});
    if (!fitFactors(observations))
        return std::nullopt;
    const auto factors = fitPositiveFactors(observations);
    return factors[1] > 0 ? std::optional(StepTime{factors[0], factors[1]}) : std::nullopt;
}

double leastCapability(const MeasuredRun &run)
{
    double least = run.ranks.front().capability;
    for (const MeasuredRank &rank : run.ranks)
        least = std::min(least, rank.capability);
    return least;
}

// Predicts the time of a step beyond that of its slowest rank, which under quotas includes waiting for ranks that stand
// still. Runs of the same task on other devices predict it best, because messages also wait for processors; without
// such runs it is predicted from other tasks by their gradient bytes. Runs of another number of ranks tell only where
// none has as many.
double exchangeSeconds(const std::vector<MeasuredRun> &known, const MeasuredRun &asked)
{
    const auto hasAsMany = [&](const MeasuredRun &run) { return run.ranks.size() == asked.ranks.size(); };
    const bool someHave = std::any_of(known.begin(), known.end(), hasAsMany);
    std::vector<Observation> sameTask;
    std::vector<Observation> all;
    for (const MeasuredRun &run : known) {
        if (run.ranks.size() == 1 || (someHave && !hasAsMany(run)))
            continue;
        double longest = 0;
        for (const MeasuredRank &rank : run.ranks)
            longest = std::max(longest, rank.ownSeconds);
        const double seconds = std::max(run.stepSeconds - longest, 1e-3 * run.stepSeconds);
        const double slowness = 1 / leastCapability(run);
        if (run.task == asked.task)
            sameTask.push_back({{1, slowness}, seconds});
        all.push_back({{1, slowness, run.gradientBytes, run.gradientBytes * slowness}, seconds});
    }
    const double slowness = 1 / leastCapability(asked);
    if (fitFactors(sameTask))
        return predicted(fitPositiveFactors(sameTask), {1, slowness});
    return all.empty()
        ? 0
        : predicted(fitPositiveFactors(all), {1, slowness, asked.gradientBytes, asked.gradientBytes * slowness});
}

std::optional<double> forecastStep(const std::vector<MeasuredRun> &known, const MeasuredRun &asked)
{
    ClusterModel cluster;
    JobModel job;
    std::vector<std::int64_t> shares;
    for (const MeasuredRank &rank : asked.ranks) {
        const auto time = timeAlone(known, asked.task, rank.device);
        if (!time)
            return std::nullopt;
        RankModel model;
        model.time = *time;
        NodeModel machine;
        machine.ranks = {model};
        cluster.machines.push_back(machine);
        shares.push_back(std::llround(rank.units));
        job.batch += shares.back();
    }
    const Forecast alone = forecastWithShares(job, cluster, allOf(cluster), shares);
    return alone.stepSeconds() + (asked.ranks.size() > 1 ? exchangeSeconds(known, asked) : 0);
}

bool isSameGroup(const MeasuredRun &a, const MeasuredRun &b)
{
    return a.task == b.task
        && std::equal(a.ranks.begin(), a.ranks.end(), b.ranks.begin(), b.ranks.end(),
            [](const MeasuredRank &x, const MeasuredRank &y) { return x.device == y.device; });
}

} // namespace

std::string nameOf(SpeedModel model)
{
    switch (model) {
    case SpeedModel::Complexity:
        return "linear in complexity";
    case SpeedModel::Normalised:
        return "linear in complexity over capability";
    case SpeedModel::Multivariate:
        return "linear in complexity and capability";
    case SpeedModel::PerDevice:
        return "linear in complexity, per device";
    case SpeedModel::Measured:
        return "fixed part and unit, measured (Motley)";
    }
    return {};
}

std::optional<double> predictStep(SpeedModel model, const std::vector<MeasuredRun> &known, const MeasuredRun &asked)
{
    return model == SpeedModel::Measured ? forecastStep(known, asked) : regress(model, known, asked);
}

std::optional<double> ModelErrors::meanAbsolute(bool together) const
{
    double sum = 0;
    int count = 0;
    for (std::size_t i = 0; i < errors.size(); ++i)
        if (errors[i] && areTogether[i] == together) {
            sum += std::abs(*errors[i]);
            ++count;
        }
    return count > 0 ? std::optional(sum / count) : std::nullopt;
}

std::optional<double> ModelErrors::largest(bool together) const
{
    std::optional<double> most;
    for (std::size_t i = 0; i < errors.size(); ++i)
        if (errors[i] && areTogether[i] == together)
            most = std::max(most.value_or(0), std::abs(*errors[i]));
    return most;
}

std::vector<ModelErrors> compareModels(const std::vector<MeasuredRun> &runs)
{
    std::vector<ModelErrors> all;
    for (int i = 0; i < speedModels; ++i) {
        ModelErrors errors;
        errors.model = SpeedModel(i);
        all.push_back(errors);
    }
    for (std::size_t asked = 0; asked < runs.size(); ++asked) {
        std::vector<MeasuredRun> known;
        for (std::size_t i = 0; i < runs.size(); ++i)
            if (i != asked && (runs[asked].ranks.size() == 1 || !isSameGroup(runs[i], runs[asked])))
                known.push_back(runs[i]);
        for (ModelErrors &model : all) {
            const auto seconds = predictStep(model.model, known, runs[asked]);
            model.errors.push_back(seconds ? std::optional(*seconds / runs[asked].stepSeconds - 1) : std::nullopt);
            model.areTogether.push_back(runs[asked].ranks.size() > 1);
        }
    }
    return all;
}

} // namespace motley
