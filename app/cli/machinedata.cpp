#include "app/cli/changefleet.h"
#include "app/cli/commands.h"
#include "app/cli/terminal/output.h"

#include <memory>

namespace motley {

namespace {

struct MachineDataOptions {
    std::string name;
    std::vector<std::string> folders;
};

int setSharedFolders(const MachineDataOptions &options)
{
    std::vector<SharedFolder> folders;
    for (const QString &text : fromArguments(options.folders)) {
        const auto folder = parseSharedFolder(text);
        if (!folder)
            return failure(folder.error(), WrongUsage);
        folders.push_back(*folder);
    }
    return changeFleet([&](Fleet &fleet) { return fleet.setSharedFolders(fromArgument(options.name), folders); });
}

} // namespace

void addMachineData(CLI::App &machines, Action &chosen)
{
    auto *command = machines.add_subcommand(
        "data", utf8(Help::tr("Say which folders of data a machine has too, so that nothing in them is sent")));
    auto options = std::make_shared<MachineDataOptions>();
    command->add_option("name", options->name)->required();
    command->add_option("folders", options->folders,
        utf8(Help::tr("HERE=THERE, or one path that is the same on both; none: it has none of them any more")));
    command->footer(utf8(Help::tr("What differs from the file here is sent all the same.\n"
                                  "Example: motley machines data box /home/ada/data=/mnt/data")));
    command->callback([&chosen, options] { chosen = [options] { return setSharedFolders(*options); }; });
}

} // namespace motley
