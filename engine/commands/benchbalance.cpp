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
    double settleSeconds = 60; // some rounds of measuring and cutting anew
    int lives = 4; // processes that do the same differ by some percent, each for as long as it lives
    TurnOptions turns{.warmUpSeconds = 10, .seconds = 10, .turns = 3, .sliceSeconds = 1};
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

struct Workers {
    RunSet alone;
    BenchRunOptions together;
};

Workers workersOf(const JobSpec &job, const std::vector<double> &percents)
{
    Workers workers{{job, {}}, {}};
    BenchRunOptions &together = workers.together;
    together.workers = int(percents.size());
    for (const double percent : percents)
        together.quotas.push_back(percent / 100);
    together.processors = processorsFor(together.quotas);
    for (std::size_t i = 0; i < percents.size(); ++i) {
        BenchRunOptions &run = workers.alone.runs.emplace_back();
        run.quotas = {together.quotas[i]};
        if (!together.processors.empty())
            run.processors = {together.processors[i]};
    }
    return workers;
}

// Shares begin with these, and among steps that vary a few percent it takes long until they are seen to be wrong.
Result<std::vector<TimedRun>> timeAlone(const RunSet &alone, const Options &options)
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

// The last batch of an epoch may be smaller than others.
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

// With processes of its own.
Result<void> measureLife(JobSpec job, const Options &options, BalanceRow &row)
{
    auto [alone, together] = workersOf(job, row.speeds);
    const auto solo = timeAlone(alone, options);
    if (!solo)
        return tl::unexpected(solo.error());
    if (row.batch == 0)
        row.batch = batchOf(unitsPerSecond(*solo), job, options);
    job.batch = alone.job.batch = row.batch;
    together.speeds = eachSamplesPerSecond(*solo);
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
    add(steps, row);
    return {};
}

Result<BalanceRow> measure(const std::string &task, const std::vector<double> &speeds, const Options &options)
{
    const TemporaryFolder folder;
    auto job = findBenchJob(task, folder.path());
    if (!job)
        return tl::unexpected(job.error());
    // All runs share the memory of one computer, which could not hold a batch for each machine: their passes are no
    // larger than the batch that the job was made with.
    if (!normalisesOverBatch(job->job) && job->job.memory.microbatch == 0)
        job->job.memory.microbatch = job->job.batch;
    BalanceRow row{task, 0, speeds, {}, {}, {}, {}};
    for (int life = 1; life <= options.lives; ++life) {
        if (const auto measured = measureLife(job->job, options, row); !measured)
            return tl::unexpected(measured.error());
        std::cerr << task << ", " << joined(speeds) << " %, life " << life << " of " << options.lives << ": "
                  << fixed(row.ratio(), 3) << " of the sum so far, with shares "
                  << joined({row.shares.begin(), row.shares.end()}) << std::endl;
    }
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
        "the memory and caches are one computer's; all together with even shares. All of that several times with new\n"
        "processes, as two that do the same differ by some percent for as long as they live.\n\n"
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
    command->add_option("--lives", options->lives, "How often it is all done, each time with new processes")
        ->check(CLI::Range(1, 1000))
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
