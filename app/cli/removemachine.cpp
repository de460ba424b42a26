#include "app/cli/changefleet.h"
#include "app/cli/commands.h"

#include <memory>

namespace motley {

void addRemoveMachine(CLI::App &machines, Action &chosen)
{
    auto *command = machines.add_subcommand("remove", utf8(Help::tr("Forget a machine; nothing changes on it")));
    auto name = std::make_shared<std::string>();
    command->add_option("name", *name)->required();
    command->callback([&chosen, name] {
        chosen = [name] { return changeFleet([&](Fleet &fleet) { return fleet.remove(fromArgument(*name)); }); };
    });
}

} // namespace motley
