#include "engine/bench/benchoptions.h"

#include "engine/base/childprocess.h"
#include "engine/machine/machineprobe.h"

#include <algorithm>
#include <filesystem>

namespace motley {

namespace {

std::string builtEngine()
{
    const auto own = std::filesystem::path(ownProgram()).parent_path();
    for (const auto &folder : {own, own.parent_path() / "native/bin"})
        if (std::error_code problem; std::filesystem::exists(folder / "motley-engine", problem))
            return folder / "motley-engine";
    return {};
}

} // namespace

void addEngineOption(CLI::App &command, std::string &engine)
{
    engine = builtEngine();
    command.add_option("--engine", engine, "The motley-engine to measure")
        ->check(CLI::ExistingFile)
        ->capture_default_str();
}

void addTimingOptions(CLI::App &command, BenchRunOptions &run)
{
    run.threads = 0;
    command.add_option("--steps", run.steps, "Steps to time")->check(CLI::Range(1, 100000))->capture_default_str();
    command.add_option("--warm-up", run.warmUpSteps, "Steps before those")
        ->check(CLI::Range(0, 100000))
        ->capture_default_str();
    command.add_option("--workers", run.workers, "Ranks")->check(CLI::Range(1, 1024))->capture_default_str();
    command.add_option("--threads", run.threads, "Processors for each worker (default: split among them)")
        ->check(CLI::Range(1, 4096));
    addEngineOption(command, run.engine);
}

void divideProcessors(BenchRunOptions &run)
{
    if (run.threads == 0)
        run.threads = std::max(1, usableProcessors() / run.workers);
}

} // namespace motley
