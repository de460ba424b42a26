#include "engine/agent/agent.h"

#include "engine/base/process/daemonize.h"
#include "engine/commands/commands.h"
#include "engine/commands/run/runfolderargument.h"
#include "engine/run/agentpidfile.h"

#include <iostream>
#include <memory>
#include <optional>

namespace motley {

namespace {

struct AgentCommandOptions {
    std::string folder;
    bool foreground = false;
};

int exitCodeOf(const RunFinished &finished)
{
    if (!finished.message.empty())
        std::cerr << finished.message << std::endl;
    return finished.outcome == RunFinished::Outcome::Failed ? exitFailed : exitDone;
}

int runAgentCommand(const AgentCommandOptions &options)
{
    const auto folder = findRunFolder(options.folder);
    if (!folder)
        return failed(folder.error());
    auto launch = readLaunchSpec(*folder);
    if (!launch)
        return failed(launch.error());
    std::optional<Detached> detached;
    if (!options.foreground)
        detached.emplace(Detached::fromTerminal(folder->agentLog()));
    const auto ready = [&](const AgentReady &agent) {
        if (detached)
            detached->reportReady(toJson(agent));
        else
            std::cout << toJson(agent) << std::endl;
    };
    const auto finished = runAgent({*folder, std::move(*launch), ready, {}});
    if (finished)
        return exitCodeOf(*finished);
    if (detached)
        detached->reportFailure(oneLine(finished.error()));
    return failed(finished.error());
}

} // namespace

void addAgent(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("agent", "Take this machine's part in a run");
    command->footer(
        "Reads RUNFOLDER/launch.json, leaves the terminal, prints one line such as\n"
        "  {\"pid\":4711,\"address\":\"10.0.0.5\",\"controlPort\":40123}\n"
        "when it listens (first machine) or is connected to the first (others), and lives on until the run is over.\n\n"
        "Examples:\n"
        "  motley-engine agent ~/.local/share/motley/runs/fashion-1\n"
        "  motley-engine agent --foreground runs/fashion-1    # stay here and say how it ended");
    auto options = std::make_shared<AgentCommandOptions>();
    command->add_option("RUNFOLDER", options->folder, "Folder with launch.json")->required();
    command->add_flag("--foreground", options->foreground, "Do not leave the terminal");
    command->callback([&chosen, options] { chosen = [options] { return runAgentCommand(*options); }; });
}

} // namespace motley
