#include "engine/commands/commands.h"
#include "engine/commands/run/runfolderargument.h"
#include "engine/run/agentpidfile.h"
#include "engine/run/runstatus.h"

#include <signal.h>

#include <iostream>
#include <memory>

namespace motley {

namespace {

Result<RunStatus> askForCheckpoint(const RunFolder &folder)
{
    const auto agent = agentOf(folder);
    if (!agent || livenessOf(*agent) == Liveness::Dead)
        return fail("The run does not train here any more. What it saved last is in its folder.");
    if (livenessOf(*agent) == Liveness::Elsewhere)
        return fail("The agent of this run lives on " + agent->hostName + ". Run this command there.");
    if (!signalAgent(*agent, SIGUSR1))
        return fail("The run has just ended.");
    return statusOf(folder);
}

} // namespace

void addCheckpoint(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("checkpoint", "Have a run write a checkpoint after the step it is in");
    command->footer("Returns at once; the run's events say when the checkpoint is written. Prints the run's status.\n\n"
                    "Example:\n"
                    "  motley-engine checkpoint runs/fashion-1");
    auto folder = std::make_shared<std::string>();
    command->add_option("RUNFOLDER", *folder, "Folder of the run on a machine that trains")->required();
    command->callback([&chosen, folder] {
        chosen = [folder] {
            const auto status = findRunFolder(*folder).and_then(askForCheckpoint);
            if (!status)
                return failed(status.error());
            std::cout << toJson(*status) << std::endl;
            return exitDone;
        };
    });
}

} // namespace motley
