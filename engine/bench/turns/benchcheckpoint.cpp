// Times the step of a task without checkpoints, with checkpoints that training waits for, and with checkpoints that a
// thread writes, by turns.
#include "engine/bench/benchcommands.h"
#include "engine/bench/benchjob.h"
#include "engine/bench/interleavedruns.h"
#include "engine/commands/terminal/numbers.h"
#include "engine/commands/terminal/table.h"
#include "engine/statistics/median.h"

#include <nlohmann/json.hpp>

#include <array>
#include <iostream>
#include <memory>

namespace motley {

namespace {

constexpr std::array modes{"none", "waits", "async"};

struct CheckpointOptions {
    std::string task = "fashion-mnist";
    std::int64_t batch = 0; // 0: the job's
    std::int64_t everySteps = 50;
    int workers = 1;
    int threads = 1;
    TurnOptions turns{.warmUpSeconds = 3, .seconds = 5, .turns = 6, .sliceSeconds = 0, .engine = {}};
};

template <typename Value>
double medianOf(const std::vector<CheckpointSaved> &checkpoints, Value value)
{
    std::vector<double> values;
    for (const CheckpointSaved &saved : checkpoints)
        values.push_back(value(saved));
    return values.empty() ? 0 : median(std::move(values));
}

std::string milliseconds(double seconds)
{
    return fixed(1000 * seconds, 1) + " ms";
}

void show(const CheckpointOptions &options, const std::vector<ComparedSet> &sets)
{
    std::vector<TableLine> lines{
        {"checkpoints", "step", "ratio", "longest step", "pause", "writing", "MB", "steps", "written"}};
    nlohmann::ordered_json json{{"task", options.task}, {"every_steps", options.everySteps}};
    for (std::size_t i = 0; i < modes.size(); ++i) {
        const ComparedSet &set = sets[i];
        const double pause
            = medianOf(set.checkpoints, [](const CheckpointSaved &saved) { return saved.pauseSeconds.value_or(0); });
        const double writing = medianOf(set.checkpoints, [](const CheckpointSaved &saved) { return saved.seconds; });
        const std::int64_t bytes = set.checkpoints.empty() ? 0 : set.checkpoints.back().bytes;
        lines.push_back({modes[i], milliseconds(set.stepSeconds), fixed(set.ratio, 3), milliseconds(set.longestSeconds),
            milliseconds(pause), milliseconds(writing), fixed(double(bytes) / 1e6, 1), std::to_string(set.steps.size()),
            std::to_string(set.checkpoints.size())});
        json["rows"].push_back({{"checkpoints", modes[i]}, {"step_s", set.stepSeconds}, {"ratio", set.ratio},
            {"longest_s", set.longestSeconds}, {"pause_s", pause}, {"write_s", writing}, {"bytes", bytes},
            {"steps", set.steps.size()}, {"written", set.checkpoints.size()}});
    }
    std::cout << tableText(lines) << "\n" << json.dump() << std::endl;
}

int compareCheckpoints(const CheckpointOptions &options)
{
    const auto folder = TemporaryFolder::make();
    if (!folder)
        return failed(folder.error());
    auto found = findBenchJob(options.task, folder->path(), options.batch);
    if (!found)
        return failed(found.error());
    BenchRunOptions run{.workers = options.workers, .threads = options.threads};
    std::vector<RunSet> sets{{found->job, {run}}};
    for (const bool async : {false, true}) {
        run.checkpoint = {.everySteps = options.everySteps, .keep = 2, .keepBest = false, .async = async};
        sets.push_back({found->job, {run}});
    }
    const auto turns = timeByTurns(sets, options.turns);
    if (!turns)
        return failed(turns.error());
    show(options, compareTurns(*turns));
    return exitDone;
}

} // namespace

void addCheckpointTimes(CLI::App &program, Action &chosen)
{
    auto *command = program.add_subcommand(
        "checkpoint", "Time the step of a task without checkpoints, and with those that are written beside it");
    command->footer(
        "Three runs by turns: without checkpoints, with checkpoints that training waits for, and with checkpoints that "
        "a\nthread writes (checkpoint.async). Step: with what it waited for checkpoints, on average. Ratio: to the run "
        "without\ncheckpoints, the median over the turns. Pause: of training, for one checkpoint.\n\n"
        "Example:\n"
        "  motley-bench checkpoint fashion-mnist --every 50");
    auto options = std::make_shared<CheckpointOptions>();
    command->add_option("TASK", options->task, "Task, preset, or job file (JSON)")->capture_default_str();
    command->add_option("--every", options->everySteps, "Steps from one checkpoint to the next")
        ->check(CLI::Range(1, 1 << 30))
        ->capture_default_str();
    command->add_option("--workers", options->workers, "Number of ranks")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    command->add_option("--threads", options->threads, "Threads of each rank")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    command->add_option("--batch", options->batch, "Samples a step over all ranks (default: the job's)")
        ->check(CLI::Range(1, 1 << 20));
    addTurnOptions(*command, options->turns);
    command->callback([&chosen, options] { chosen = [options] { return compareCheckpoints(*options); }; });
}

} // namespace motley
