#include "app/cli/changefleet.h"
#include "app/cli/commands.h"
#include "app/cli/terminal/output.h"

#include <memory>

namespace motley {

namespace {

struct AddMachineWords {
    Q_DECLARE_TR_FUNCTIONS(motley::MachineList)
};

struct AddMachineOptions {
    std::string name, destination, installRoot;
};

int addMachine(const AddMachineOptions &options)
{
    const QString name = fromArgument(options.name);
    const int code = changeFleet([&](Fleet &fleet) -> Result<void> {
        const auto added = fleet.add(
            {Machine::Kind::Ssh, name, fromArgument(options.destination), fromArgument(options.installRoot)});
        if (!added)
            return tl::unexpected(added.error());
        return {};
    });
    if (code == Done)
        printNote(AddMachineWords::tr("Added %1. See what it is: motley machines --probe").arg(name));
    return code;
}

} // namespace

void addAddMachine(CLI::App &machines, Action &chosen)
{
    auto *command = machines.add_subcommand("add", utf8(Help::tr("Add a machine that ssh can reach")));
    auto options = std::make_shared<AddMachineOptions>();
    command->add_option("name", options->name, utf8(Help::tr("Your name for it")))->required();
    command
        ->add_option("destination", options->destination,
            utf8(Help::tr("What you would give to ssh: an alias, user@host or ssh://user@host:port")))
        ->required();
    command->add_option("--install-root", options->installRoot,
        utf8(Help::tr("Folder there for Motley's files, instead of the one that is found")));
    command->callback([&chosen, options] { chosen = [options] { return addMachine(*options); }; });
}

} // namespace motley
