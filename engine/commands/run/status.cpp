#include "engine/commands/commands.h"
#include "engine/commands/run/runfolderargument.h"
#include "engine/run/runstatus.h"

#include <iostream>
#include <memory>

namespace motley {

void addStatus(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("status", "Say whether a run is running, finished or dead");
    command->footer(
        "Dead: its agent is gone and has not said how the run ended. In \"why\" is what this machine knows of why it\n"
        "failed or is dead.\n\n"
        "Example:\n"
        "  $ motley-engine status runs/fashion-1\n"
        "  {\"state\":\"running\",\"lastSequence\":412,\"step\":390,\"why\":null}");
    auto folder = std::make_shared<std::string>();
    command->add_option("RUNFOLDER", *folder, "Folder of the run on its first machine")->required();
    command->callback([&chosen, folder] {
        chosen = [folder] {
            const auto status = findRunFolder(*folder).and_then(statusOf);
            if (!status)
                return failed(status.error());
            std::cout << toJson(*status) << std::endl;
            return exitDone;
        };
    });
}

} // namespace motley
