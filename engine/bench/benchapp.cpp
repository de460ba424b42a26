// `motley-bench app`: a program of its own measures the window, as none of the engine's has Qt in it.
#include "engine/base/childprocess.h"
#include "engine/bench/benchcommands.h"

#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <memory>
#include <vector>

namespace motley {

namespace {

// Returns only where that program cannot be started.
int becomeAppBench(std::vector<std::string> arguments)
{
    const auto program = std::filesystem::path(ownProgram()).parent_path() / "motley-bench-app";
    arguments.insert(arguments.begin(), program);
    std::vector<char *> pointers;
    for (std::string &argument : arguments)
        pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    execv(program.c_str(), pointers.data());
    return failed({"Could not start " + program.string() + ".", std::strerror(errno)});
}

} // namespace

void addApp(CLI::App &program, Action &chosen)
{
    auto *command
        = program.add_subcommand("app", "Time the window with many machines, a long run and many runs (app --help)");
    command->prefix_command();
    command->set_help_flag();
    command->callback([&chosen, command] { chosen = [command] { return becomeAppBench(command->remaining()); }; });
}

} // namespace motley
