// Times the step of a task with several numbers of ranks, by turns.
#include "engine/bench/benchcommands.h"
#include "engine/bench/benchjob.h"
#include "engine/bench/benchreport.h"
#include "engine/bench/interleavedruns.h"
#include "engine/commands/terminal/numbers.h"
#include "engine/commands/terminal/table.h"
#include "engine/statistics/median.h"

#include <nlohmann/json.hpp>

#include <iostream>
#include <memory>

namespace motley {

namespace {

struct Options {
    std::string task = "fashion-mnist";
    std::vector<int> workers{16, 17};
    std::int64_t batch = 0; // 0: the job's
    TurnOptions turns{.warmUpSeconds = 3, .seconds = 3, .turns = 6, .sliceSeconds = 0, .engine = {}};
};

// Steps with one number of ranks.
struct Row {
    int workers = 0;
    std::vector<StepDone> steps;
    std::vector<double> secondsOfTurns; // of a step, a mean for each turn
    double ratio = 1; // to the first row, median over the turns
};

double secondsOfStep(const TimedRun &run)
{
    return run.seconds / double(run.steps.size());
}

std::vector<Row> rowsOf(const std::vector<int> &workers, const std::vector<Turn> &turns)
{
    std::vector<Row> rows;
    for (std::size_t i = 0; i < workers.size(); ++i) {
        Row &row = rows.emplace_back();
        row.workers = workers[i];
        std::vector<double> ratios;
        for (const Turn &turn : turns) {
            const TimedRun &run = turn[i].front();
            row.steps.insert(row.steps.end(), run.steps.begin(), run.steps.end());
            row.secondsOfTurns.push_back(secondsOfStep(run));
            ratios.push_back(secondsOfStep(run) / secondsOfStep(turn.front().front()));
        }
        row.ratio = median(std::move(ratios));
    }
    return rows;
}

void show(const std::string &task, const std::vector<Row> &rows)
{
    std::vector<TableLine> lines{{"ranks", "step", "exchange", "ratio", "steps"}};
    nlohmann::ordered_json json{{"task", task}};
    for (const Row &row : rows) {
        const double seconds = median(row.secondsOfTurns);
        const double exchange = timesOf(row.steps).exchange;
        lines.push_back({std::to_string(row.workers), fixed(1000 * seconds, 1) + " ms",
            fixed(1000 * exchange, 1) + " ms", fixed(row.ratio, 2), std::to_string(row.steps.size())});
        json["rows"].push_back({{"workers", row.workers}, {"step_s", seconds}, {"exchange_s", exchange},
            {"ratio", row.ratio}, {"steps", row.steps.size()}});
    }
    std::cout << tableText(lines) << "\n" << json.dump() << std::endl;
}

int compareWorkers(const Options &options)
{
    const auto folder = TemporaryFolder::make();
    if (!folder)
        return failed(folder.error());
    auto found = findBenchJob(options.task, folder->path());
    if (!found)
        return failed(found.error());
    if (options.batch > 0)
        found->job.batch = options.batch;
    std::vector<RunSet> sets;
    for (const int workers : options.workers) {
        RunSet &set = sets.emplace_back(RunSet{found->job, {}});
        set.runs.emplace_back().workers = workers;
        set.runs.back().shares.assign(std::size_t(workers), 1);
    }
    const auto turns = timeByTurns(sets, options.turns);
    if (!turns)
        return failed(turns.error());
    show(options.task, rowsOf(options.workers, *turns));
    return exitDone;
}

} // namespace

void addWorkers(CLI::App &program, Action &chosen)
{
    auto *command
        = program.add_subcommand("workers", "Time the step of a task with several numbers of ranks, by turns");
    command->footer(
        "The batch is the same for all, in even shares, a thread for each rank. Ratio is the step over that "
        "of the first\nnumber, the median over the turns.\n\n"
        "Example:\n"
        "  motley-bench workers fashion-mnist --workers 16,17");
    auto options = std::make_shared<Options>();
    command->add_option("TASK", options->task, "Task, preset, or job file (JSON)")->capture_default_str();
    command->add_option("--workers", options->workers, "Numbers of ranks")
        ->delimiter(',')
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    command->add_option("--batch", options->batch, "Samples a step over all ranks (default: the job's)")
        ->check(CLI::Range(1, 1 << 20));
    addTurnOptions(*command, options->turns);
    command->callback([&chosen, options] { chosen = [options] { return compareWorkers(*options); }; });
}

} // namespace motley
