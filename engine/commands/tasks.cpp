#include "engine/commands/commands.h"
#include "engine/job/presets.h"
#include "engine/tasks/registry.h"

#include <nlohmann/json.hpp>

#include <iostream>
#include <memory>

namespace motley {

namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> presetsOf(const std::string &task)
{
    std::vector<std::string> names;
    for (const Preset &preset : presets())
        if (taskName(preset.job.task) == task)
            names.push_back(preset.name);
    return names;
}

// The schemas of the sections "model" and "data" in a job of that task.
Json fieldsOf(const Json &schema, const std::string &task)
{
    for (const Json &condition : schema["allOf"])
        if (condition["if"]["properties"]["task"]["const"] == task)
            return condition["then"]["properties"];
    return {};
}

void printJson()
{
    const Json schema = Json::parse(jobSchema());
    Json list = Json::array();
    for (const TaskEntry &task : taskRegistry()) {
        Json presetJobs = Json::array();
        for (const Preset &preset : presets())
            if (taskName(preset.job.task) == task.name)
                presetJobs.push_back({{"name", preset.name}, {"job", Json::parse(toJson(preset.job))}});
        list.push_back({{"name", task.name}, {"description", task.description}, {"testData", task.testData},
            {"fields", fieldsOf(schema, task.name)}, {"presets", presetJobs}});
    }
    std::cout << list.dump() << "\n";
}

void printFields(const Json &fields)
{
    for (const auto &[section, description] : fields.items())
        for (const auto &[name, field] : description["properties"].items()) {
            std::cout << "    " << section << "." << name << "  " << field["description"].get<std::string>();
            if (field.contains("default"))
                std::cout << " (" << field["default"].dump() << ")";
            std::cout << "\n";
        }
}

void printText()
{
    const Json schema = Json::parse(jobSchema());
    for (const TaskEntry &task : taskRegistry()) {
        std::cout << task.name << "\n    " << task.description << "\n";
        printFields(fieldsOf(schema, task.name));
        for (const std::string &preset : presetsOf(task.name))
            std::cout << "    preset: " << preset << "\n";
        std::cout << "    evaluate --data takes " << task.testData << ".\n\n";
    }
}

} // namespace

void addTasks(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("tasks", "List the tasks that can be trained, their fields and presets");
    command->footer("A job names one of them in its field task; `tasks --preset NAME` prints a job to begin with.\n\n"
                    "Example:\n"
                    "  $ motley-engine tasks --preset fashion-mnist > job.json");
    struct TasksOptions {
        bool json = false;
        std::string preset;
    };
    auto options = std::make_shared<TasksOptions>();
    command->add_flag("--json", options->json, "One JSON list, for programs");
    command->add_option("--preset", options->preset, "Print the job of that preset");
    command->callback([&chosen, options] {
        chosen = [options] {
            if (!options->preset.empty()) {
                for (const Preset &preset : presets())
                    if (preset.name == options->preset) {
                        std::cout << toJson(preset.job);
                        return exitDone;
                    }
                return failed({"There is no preset " + options->preset + "; `motley-engine tasks` lists them.", {}});
            }
            options->json ? printJson() : printText();
            return exitDone;
        };
    });
}

} // namespace motley
