// Times the step of a task with several numbers of ranks, by turns.
#include "engine/bench/benchcommands.h"
#include "engine/bench/benchjob.h"
#include "engine/bench/benchreport.h"
#include "engine/bench/interleavedruns.h"
#include "engine/commands/terminal/numbers.h"
#include "engine/commands/terminal/table.h"

#include <nlohmann/json.hpp>

#include <iostream>
#include <memory>

namespace motley {

namespace {

struct WorkersOptions {
    std::string task = "fashion-mnist";
    std::vector<int> workers{16, 17};
    std::int64_t batch = 0; // 0: the job's
    TurnOptions turns{.warmUpSeconds = 3, .seconds = 3, .turns = 6, .sliceSeconds = 0, .engine = {}};
};

void show(const WorkersOptions &options, const std::vector<ComparedSet> &sets)
{
    std::vector<TableLine> lines{{"ranks", "step", "exchange", "ratio", "steps"}};
    nlohmann::ordered_json json{{"task", options.task}};
    for (std::size_t i = 0; i < sets.size(); ++i) {
        const int workers = options.workers[i];
        const ComparedSet &set = sets[i];
        const double exchange = timesOf(set.steps).exchange;
        lines.push_back({std::to_string(workers), fixed(1000 * set.stepSeconds, 1) + " ms",
            fixed(1000 * exchange, 1) + " ms", fixed(set.ratio, 2), std::to_string(set.steps.size())});
        json["rows"].push_back({{"workers", workers}, {"step_s", set.stepSeconds}, {"exchange_s", exchange},
            {"ratio", set.ratio}, {"steps", set.steps.size()}});
    }
    std::cout << tableText(lines) << "\n" << json.dump() << std::endl;
}

int compareWorkers(const WorkersOptions &options)
{
    const auto folder = TemporaryFolder::make();
    if (!folder)
        return failed(folder.error());
    auto found = findBenchJob(options.task, folder->path(), options.batch);
    if (!found)
        return failed(found.error());
    std::vector<RunSet> sets;
    for (const int workers : options.workers) {
        RunSet &set = sets.emplace_back(RunSet{found->job, {}});
        set.runs.emplace_back().workers = workers;
        set.runs.back().shares.assign(std::size_t(workers), 1);
    }
    const auto turns = timeByTurns(sets, options.turns);
    if (!turns)
        return failed(turns.error());
    show(options, compareTurns(*turns));
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
    auto options = std::make_shared<WorkersOptions>();
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
