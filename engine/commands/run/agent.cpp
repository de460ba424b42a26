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
    bool isBack = false;
    bool startsAfterRestart = false;
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
    AgentOptions agent{*folder, std::move(*launch), ready, {}};
    agent.isBack = options.isBack;
    agent.startsAfterRestart = options.startsAfterRestart;
    const auto finished = runAgent(std::move(agent));
    if (finished)
        return exitCodeOf(*finished);
    if (detached)
        detached->reportFailure(oneLine(finished.error()));
    return failed(finished.error());
}

void add(CLI::App &command, const std::shared_ptr<AgentCommandOptions> &options, Action &chosen)
{
    command.add_option("RUNFOLDER", options->folder, "Folder with launch.json")->required();
    command.add_flag("--foreground", options->foreground, "Do not leave the terminal");
    command.callback([&chosen, options] { chosen = [options] { return runAgentCommand(*options); }; });
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
    command->add_flag("--start-after-restart", options->startsAfterRestart,
        "Let this machine start its part again after a restart, by its systemd or crontab, as long as the run goes on");
    add(*command, options, chosen);
}

void addRejoin(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("rejoin", "Take this machine's part again in a run that goes on without it");
    command->footer(
        "For a machine that was lost, as by a restart. Reads RUNFOLDER/launch.json, which has the run's secret, and\n"
        "RUNFOLDER/ports.json, asks the other machines which of them leads the run, leaves the terminal, and prints a\n"
        "line as `agent` does once it is welcome there. The ranks open their data while the others train on; then all\n"
        "train together from the next step on.\n\n"
        "Examples:\n"
        "  motley-engine rejoin ~/.local/share/motley/runs/fashion-1-2\n"
        "  motley-engine rejoin --foreground runs/fashion-1-2    # stay here and say how it ended");
    auto options = std::make_shared<AgentCommandOptions>();
    options->isBack = true;
    add(*command, options, chosen);
}

} // namespace motley
