// How near machines of different speeds come to the sum of what each does alone, as quotas of this one's processors.
#include "engine/commands/balancereport.h"
#include "engine/commands/benchjob.h"
#include "engine/commands/commands.h"
#include "engine/commands/numbers.h"
#include "engine/commands/turns.h"
#include "engine/plan/fitmemory.h"
#include "engine/plan/replay.h"
#include "engine/system/processors.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <numeric>
#include <sstream>

namespace motley {

namespace {

struct Options {
    std::vector<std::string> tasks{"bert-pretraining", "fashion-mnist"};
    std::vector<std::string> speeds{"100,50", "100,50,25"}; // percent of a processor
    std::int64_t batch = 0; // 0: the job's, or more until a step takes stepSeconds
    double stepSeconds = 2.5;
    double settleSeconds = 120; // some rounds of measuring and cutting anew
    TurnOptions turns{.warmUpSeconds = 20, .seconds = 10, .turns = 10, .sliceSeconds = 1};
};

Result<std::vector<double>> speedsOf(const std::string &text)
{
    std::vector<double> speeds;
    std::istringstream numbers(text);
    for (std::string number; std::getline(numbers, number, ',');) {
        char *end = nullptr;
        speeds.push_back(std::strtod(number.c_str(), &end));
        if (number.empty() || *end != '\0' || !(speeds.back() >= 1 && speeds.back() <= 10000))
            return fail("--speeds takes percents of a processor such as 100,50; \"" + text + "\" is not that.");
    }
    return speeds;
}

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

// Of the ranks' mean speeds, by the split that is best for these steps if each had so many units.
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

// Short steps say more of the quotas' periods and of the exchange than of the balance.
std::int64_t batchOf(double unitsPerSecond, const JobSpec &job, const Options &options)
{
    if (options.batch > 0)
        return options.batch;
    return std::max(job.batch, std::int64_t(unitsPerSecond * options.stepSeconds));
}

// Where a worker stays on one processor nobody waits for a place while another processor stands idle. Empty: there is
// not room for all in this way.
std::vector<int> processorsFor(const std::vector<double> &quotas)
{
    const auto allowed = allowedProcessors();
    auto processors = placedOn(int(allowed.size()), quotas);
    for (int &processor : processors)
        processor = allowed[std::size_t(processor)];
    return processors;
}

Result<void> measure(JobSpec job, const Options &options, BalanceRow &row)
{
    // All runs share the memory of one computer, which could not hold a batch for each machine: their passes are no
    // larger than the batch that the job was made with.
    if (!normalisesOverBatch(job) && job.memory.microbatch == 0)
        job.memory.microbatch = job.batch;
    RunSet alone{job, {}};
    BenchRunOptions together;
    together.workers = int(row.speeds.size());
    for (const double speed : row.speeds)
        together.quotas.push_back(speed / 100);
    together.processors = processorsFor(together.quotas);
    for (std::size_t i = 0; i < row.speeds.size(); ++i) {
        BenchRunOptions &run = alone.runs.emplace_back();
        run.quotas = {together.quotas[i]};
        if (!together.processors.empty())
            run.processors = {together.processors[i]};
    }
    // Shares begin with what this says, and among steps that vary a few percent take long to be seen.
    TurnOptions measuring = options.turns;
    measuring.seconds = std::max(measuring.seconds, options.settleSeconds / 2);
    const auto solo = timeOnce(alone, measuring);
    if (!solo)
        return tl::unexpected(solo.error());
    together.speeds = eachSamplesPerSecond(*solo);
    double unitsPerSecond = 0;
    for (const TimedRun &run : *solo)
        unitsPerSecond += run.unitsPerSecond();
    row.batch = job.batch = alone.job.batch = batchOf(unitsPerSecond, job, options);
    BenchRunOptions evenly = together;
    evenly.shares.assign(row.speeds.size(), 1);
    const auto turns = timeByTurns({{job, {together}, options.settleSeconds}, alone, {job, {evenly}}}, options.turns);
    if (!turns)
        return tl::unexpected(turns.error());
    std::vector<StepDone> steps; // together
    for (const Turn &turn : *turns) {
        row.turns.push_back({eachSamplesPerSecond(turn[1]), samplesPerSecond(turn[2]), samplesPerSecond(turn[0])});
        const auto &taken = turn[0].front().steps;
        steps.insert(steps.end(), taken.begin(), taken.end());
    }
    // The last batch of an epoch may be smaller.
    const StepDone &whole = *std::max_element(
        steps.rbegin(), steps.rend(), [](const StepDone &a, const StepDone &b) { return a.samples < b.samples; });
    row.reachable = reachable(steps, std::llround(unitsOf(whole)));
    for (const RankStep &rank : whole.ranks) {
        row.shares.push_back(std::llround(rank.units));
        row.times.push_back(timesOf(steps, std::size_t(rank.rank)));
    }
    return {};
}

Result<BalanceRow> measure(const std::string &task, const std::vector<double> &speeds, const Options &options)
{
    const TemporaryFolder folder;
    auto job = findBenchJob(task, folder.path());
    if (!job)
        return tl::unexpected(job.error());
    BalanceRow row{task, 0, speeds, {}, {}, {}};
    if (const auto measured = measure(job->job, options, row); !measured)
        return tl::unexpected(measured.error());
    std::cerr << task << ", " << joined(speeds) << " %: " << fixed(row.ratio(), 3) << " of the sum with shares "
              << joined({row.shares.begin(), row.shares.end()}) << std::endl;
    return row;
}

int benchBalance(const Options &options)
{
    std::vector<BalanceRow> rows;
    for (const std::string &text : options.speeds) {
        const auto speeds = speedsOf(text);
        if (!speeds)
            return failed(speeds.error());
        for (const std::string &task : options.tasks) {
            auto row = measure(task, *speeds, options);
            if (!row) {
                if (!rows.empty())
                    show(rows); // it took minutes to measure them
                return failed(row.error());
            }
            rows.push_back(*std::move(row));
        }
    }
    show(rows);
    return exitDone;
}

} // namespace

void addBenchBalance(CLI::App &bench, Action &chosen)
{
    auto *command = bench.add_subcommand("balance", "Machines of different speeds, against the sum of what each does");
    command->footer(
        "Each worker has one thread and a quota of a processor, as in the lab, which needs root. First each trains\n"
        "alone, half as long as then all together, until their shares have settled. Then that run takes turns\n"
        "with two other sets, one training while the others stand still: each worker alone, all at the same time, as\n"
        "the memory and caches are one computer's; all together with even shares.\n\n"
        "Example:\n"
        "  sudo motley-engine bench balance --speeds 100,50 --speeds 100,50,25");
    auto options = std::make_shared<Options>();
    command->add_option("--tasks", options->tasks, "Tasks, presets, or job files")
        ->delimiter(',')
        ->capture_default_str();
    command->add_option("--speeds", options->speeds, "Percent of a processor for each worker; may be given again")
        ->expected(1)
        ->take_all()
        ->capture_default_str();
    auto *batch = command->add_option("--batch", options->batch, "Samples a step over all ranks")
                      ->check(CLI::Range(1, 1 << 20));
    command
        ->add_option("--step-seconds", options->stepSeconds,
            "Without --batch: the job's, or more so that a step of all together takes about this long")
        ->check(CLI::Range(0.0, 60.0))
        ->excludes(batch)
        ->capture_default_str();
    command
        ->add_option("--settle", options->settleSeconds,
            "Seconds of training together before the first turn, after half of that alone")
        ->check(CLI::Range(0.0, 3600.0))
        ->capture_default_str();
    addTurnOptions(*command, options->turns);
    command
        ->add_option("--slice", options->turns.sliceSeconds,
            "Seconds in which each set trains before the next goes on; 0: a whole turn")
        ->check(CLI::Range(0.0, 3600.0))
        ->capture_default_str();
    command->callback([&chosen, options] { chosen = [options] { return benchBalance(*options); }; });
}

} // namespace motley
