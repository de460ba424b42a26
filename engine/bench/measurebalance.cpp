#include "engine/bench/measurebalance.h"

#include "engine/base/processors.h"
#include "engine/bench/benchjob.h"
#include "engine/bench/temporaryfolder.h"
#include "engine/commands/terminal/numbers.h"
#include "engine/plan/balance/replay.h"
#include "engine/plan/fitmemory.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <numeric>

namespace motley {

namespace {

double samplesPerSecond(const std::vector<TimedRun> &runs)
{
    return runs.front().samplesPerSecond();
}

std::vector<double> eachSamplesPerSecond(const std::vector<TimedRun> &runs)
{
    std::vector<double> speeds;
    for (const TimedRun &run : runs)
        speeds.push_back(run.samplesPerSecond());
    return speeds;
}

double unitsOf(const StepDone &step)
{
    return std::accumulate(step.ranks.begin(), step.ranks.end(), 0.0,
        [](double units, const RankStep &rank) { return units + rank.units; });
}

// The part of the ranks' summed mean speeds that the best split of `units` units reaches in these steps.
double reachable(const std::vector<StepDone> &steps, std::int64_t units)
{
    std::vector<StepTimeFit> fits(steps.front().ranks.size());
    for (const StepDone &step : steps)
        for (std::size_t i = 0; i < fits.size(); ++i) {
            const RankStep &rank = step.ranks[i];
            fits[i].add(rank.units, rank.ownSeconds());
        }
    std::vector<RankLimits> limits;
    for (const StepTimeFit &fit : fits)
        limits.push_back({fit.now()});
    const Replay replay(fits);
    const auto best = replay.improved(fastestSplit(units, limits), limits);
    return replay.secondsWithoutWaiting(units) / replay.compare(best, best).secondsAfter;
}

// The batch is enlarged until steps are long, because short steps measure the quota's period and the exchange rather
// than the balance.
std::int64_t batchOf(double unitsPerSecond, const JobSpec &job, const BalanceOptions &options)
{
    if (options.batch > 0)
        return options.batch;
    return std::max(job.batch, std::int64_t(unitsPerSecond * options.stepSeconds));
}

// Pins each worker to one processor, so that none waits while another processor is idle. Empty: there are not enough
// processors.
std::vector<int> processorsFor(const std::vector<double> &quotas)
{
    const auto allowed = allowedProcessors();
    auto processors = placedOn(int(allowed.size()), quotas);
    for (int &processor : processors)
        processor = allowed[std::size_t(processor)];
    return processors;
}

struct Workers {
    RunSet alone;
    BenchRunOptions together;
};

Workers workersOf(const JobSpec &job, const std::vector<double> &percents, double quotaPeriod)
{
    Workers workers{{job, {}}, {}};
    BenchRunOptions &together = workers.together;
    together.workers = int(percents.size());
    together.quotaPeriod = quotaPeriod;
    for (const double percent : percents)
        together.quotas.push_back(percent / 100);
    together.processors = processorsFor(together.quotas);
    for (std::size_t i = 0; i < percents.size(); ++i) {
        BenchRunOptions &run = workers.alone.runs.emplace_back();
        run.quotas = {together.quotas[i]};
        run.quotaPeriod = quotaPeriod;
        if (!together.processors.empty())
            run.processors = {together.processors[i]};
    }
    return workers;
}

// Measures the initial speed of each rank in a run of its own.
Result<std::vector<TimedRun>> timeAlone(const RunSet &alone, const BalanceOptions &options)
{
    TurnOptions measuring = options.turns;
    measuring.seconds = std::max(measuring.seconds, options.settleSeconds / 2);
    return timeOnce(alone, measuring);
}

double unitsPerSecond(const std::vector<TimedRun> &runs)
{
    return std::accumulate(
        runs.begin(), runs.end(), 0.0, [](double units, const TimedRun &run) { return units + run.unitsPerSecond(); });
}

// The last step with a whole batch; the last batch of an epoch may be smaller.
const StepDone &lastWhole(const std::vector<StepDone> &steps)
{
    return *std::max_element(
        steps.rbegin(), steps.rend(), [](const StepDone &a, const StepDone &b) { return a.samples < b.samples; });
}

void add(const std::vector<StepDone> &together, BalanceRow &row)
{
    const StepDone &whole = lastWhole(together);
    row.reachable.push_back(reachable(together, std::llround(unitsOf(whole))));
    row.shares.clear();
    for (const RankStep &rank : whole.ranks)
        row.shares.push_back(std::llround(rank.units));
    row.steps.insert(row.steps.end(), together.begin(), together.end());
}

// Samples per second of each rank in steps of a common run, without waiting, as the app keeps them for the next run. A
// rank without work gets the expected speed.
std::vector<double> speedsIn(const std::vector<StepDone> &steps, std::vector<double> expected)
{
    for (std::size_t i = 0; i < expected.size(); ++i) {
        double samples = 0;
        double seconds = 0;
        for (const StepDone &step : steps)
            if (const RankStep &rank = step.ranks[i]; rank.units > 0) {
                samples += double(step.samples) * rank.units / unitsOf(step);
                seconds += rank.ownSeconds();
            }
        if (seconds > 0)
            expected[i] = samples / seconds;
    }
    return expected;
}

// The steps of a run that only measures the ranks' speeds in common steps: step times vary by some percent, and runs
// alone have few steps.
Result<std::vector<StepDone>> trainTogether(const JobSpec &job, const std::vector<double> &percents,
    const std::vector<double> &speeds, const BalanceOptions &options)
{
    BenchRunOptions together = workersOf(job, percents, options.quotaPeriod).together;
    together.speeds = speeds;
    TurnOptions measuring = options.turns;
    measuring.seconds = options.settleSeconds;
    return timeOnce({job, {together}}, measuring).map([](std::vector<TimedRun> runs) {
        return std::move(runs.front().steps);
    });
}

// Measures one life: all runs in new processes. Returns the steps of the common run.
Result<std::vector<StepDone>> measureLife(
    const JobSpec &job, const std::vector<double> &speeds, const BalanceOptions &options, BalanceRow &row)
{
    auto [alone, together] = workersOf(job, row.speeds, options.quotaPeriod);
    together.speeds = speeds;
    BenchRunOptions evenly = together;
    evenly.shares.assign(row.speeds.size(), 1);
    const auto turns
        = timeByTurns({{job, {together}, options.settleSeconds / 2}, alone, {job, {evenly}}}, options.turns);
    if (!turns)
        return tl::unexpected(turns.error());
    std::vector<StepDone> steps; // of the common run
    for (const Turn &turn : *turns) {
        row.turns.push_back({eachSamplesPerSecond(turn[1]), samplesPerSecond(turn[2]), samplesPerSecond(turn[0])});
        const auto &taken = turn[0].front().steps;
        steps.insert(steps.end(), taken.begin(), taken.end());
    }
    add(steps, row);
    return steps;
}

} // namespace

Result<BalanceRow> measureBalance(
    const std::string &task, const std::vector<double> &percents, const BalanceOptions &options)
{
    const auto folder = TemporaryFolder::make();
    if (!folder)
        return tl::unexpected(folder.error());
    auto job = findBenchJob(task, folder->path());
    if (!job)
        return tl::unexpected(job.error());
    // All runs share the memory of one computer, which cannot hold enlarged batches for each machine, so micro-batches
    // are limited to the job's original batch.
    if (!normalisesOverBatch(job->job) && job->job.memory.microbatch == 0)
        job->job.memory.microbatch = job->job.batch;
    const auto solo = timeAlone(workersOf(job->job, percents, options.quotaPeriod).alone, options);
    if (!solo)
        return tl::unexpected(solo.error());
    job->job.batch = batchOf(unitsPerSecond(*solo), job->job, options);
    BalanceRow row{task, job->job.batch, percents, {}, {}, {}, {}};
    const std::vector<double> alone = eachSamplesPerSecond(*solo);
    auto seen = trainTogether(job->job, percents, alone, options);
    if (!seen)
        return tl::unexpected(seen.error());
    for (int life = 1; life <= options.lives; ++life) {
        const auto steps = measureLife(job->job, speedsIn(*seen, alone), options, row);
        if (!steps)
            return tl::unexpected(steps.error());
        seen->insert(seen->end(), steps->begin(), steps->end());
        std::cerr << task << ", " << joined(percents) << " %, life " << life << " of " << options.lives << ": "
                  << fixed(row.ratio(), 3) << " of the sum so far, with shares "
                  << joined({row.shares.begin(), row.shares.end()}) << std::endl;
    }
    return row;
}

} // namespace motley
