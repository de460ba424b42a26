#include "engine/commands/commands.h"
#include "engine/tasks/registry.h"

#include <iostream>

namespace motley {

void addTasks(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("tasks", "List the tasks that can be trained");
    command->footer("A job names one of them in its field task.\n\n"
                    "Example:\n"
                    "  $ motley-engine tasks\n"
                    "  image-classification  ...");
    command->callback([&chosen] {
        chosen = [] {
            for (const TaskEntry &task : taskRegistry())
                std::cout << task.name << "  " << task.description << "\n";
            return exitDone;
        };
    });
}

} // namespace motley
