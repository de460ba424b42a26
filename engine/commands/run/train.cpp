#include "engine/commands/commands.h"
#include "engine/commands/run/localrun.h"
#include "engine/commands/run/watchedrun.h"

#include <memory>

namespace motley {

namespace {

struct TrainOptions {
    LocalRunOptions run;
    bool json = false;
};

int train(const TrainOptions &options)
{
    const auto run = prepareLocalRun(options.run);
    if (!run)
        return failed(run.error());
    return watchRun({run->folder, run->launch, {}, {}}, options.json);
}

} // namespace

void addTrain(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("train", "Train on this machine alone");
    command->footer(
        "Ctrl-C stops after the step and writes a checkpoint; a second one ends at once. Ctrl-Z suspends the\n"
        "training until fg.\n\n"
        "Examples:\n"
        "  motley-engine train fashion-mnist.json\n"
        "  motley-engine train fashion-mnist.json --workers 2 --shares 3,1   # two ranks, one with three quarters\n"
        "  motley-engine train fashion-mnist.json --resume runs/a/checkpoints/step-500");
    auto options = std::make_shared<TrainOptions>();
    auto &run = options->run;
    command->add_option("JOB", run.jobPath, "Job file (JSON)")->required();
    command->add_option("--workers", run.workers, "Ranks; their results are those of one")->check(CLI::Range(1, 1024));
    command->add_option("--threads", run.threads, "Processors for each worker (default: split among them)")
        ->check(CLI::Range(1, 4096));
    command->add_option("--shares", run.shares, "Parts of each batch in proportion, such as 3,1")
        ->delimiter(',')
        ->check(CLI::NonNegativeNumber);
    command->add_option("--memory", run.memory, "MiB that each worker may fill, such as 0,512; 0: all there is")
        ->delimiter(',')
        ->check(CLI::Range(0, 1 << 30));
    command->add_option("--device", run.device, "cpu, cuda, or cuda:UUID")->capture_default_str();
    command->add_option("--run-folder", run.runFolder, "Where the run is recorded (default: a new folder)");
    command->add_option("--resume", run.resumeFrom, "Folder of a checkpoint to continue from");
    command->add_flag("--json", options->json, "Print the events as JSON lines instead");
    command->callback([&chosen, options] { chosen = [options] { return train(*options); }; });
}

} // namespace motley
