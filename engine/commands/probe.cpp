#include "engine/commands/commands.h"
#include "engine/machine/machineprobe.h"

#include <iostream>

namespace motley {

void addProbe(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("probe", "Say what this machine is: system, processors, disk, network, GPUs");
    command->footer("One ProbeReport as a JSON line. What could not be found out is null.\n\n"
                    "Example:\n"
                    "  motley-engine probe | python3 -m json.tool");
    command->callback([&chosen] {
        chosen = [] {
            std::cout << toJson(probeMachine()) << std::endl;
            return exitDone;
        };
    });
}

} // namespace motley
