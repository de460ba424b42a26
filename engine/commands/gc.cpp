#include "engine/commands/commands.h"
#include "engine/commands/terminal/numbers.h"
#include "engine/run/garbagecollection.h"

#include <iostream>
#include <memory>

namespace motley {

namespace {

int collectGarbage(const std::string &root)
{
    const auto removed = cleanUp(root);
    if (!removed)
        return failed(removed.error());
    std::int64_t bytes = 0;
    for (const auto &item : *removed) {
        std::cout << item.path << "\n";
        bytes += item.bytes;
    }
    std::cout << "Freed " << mebibytes(double(bytes)) << "." << std::endl;
    return exitDone;
}

} // namespace

void addGc(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("gc", "Remove what an install root no longer needs");
    command->footer(
        "Removed are engines but the two newest, data sets, runs that ended and whose results were copied to the\n"
        "computer that started them, logs of runs that another machine coordinated, files that nothing refers to\n"
        "and uploads that were given up a day ago. What a living run uses stays, and so do the runs of `train`. What\n"
        "a run uses that this machine was lost of stays for a week, as the others may go on and take it back.\n\n"
        "Example:\n"
        "  motley-engine gc ~/.local/share/motley");
    auto root = std::make_shared<std::string>();
    command->add_option("ROOT", *root, "Install root, as `motley-engine probe` names it")->required();
    command->callback([&chosen, root] { chosen = [root] { return collectGarbage(*root); }; });
}

} // namespace motley
