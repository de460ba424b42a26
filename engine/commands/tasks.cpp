#include "engine/commands/commands.h"
#include "engine/job/presets.h"
#include "engine/tasks/registry.h"

#include <nlohmann/json.hpp>

#include <iostream>
#include <memory>

namespace motley {

namespace {

using Json = nlohmann::ordered_json;

struct TasksOptions {
    std::string task; // empty: all of them
    bool json = false;
    bool schema = false;
    std::string preset;
};

// The schemas of the sections "model" and "data" in a job of that task.
Json sectionsOf(const Json &schema, const std::string &task)
{
    for (const Json &condition : schema["allOf"])
        if (condition["if"]["properties"]["task"]["const"] == task)
            return condition["then"];
    return {};
}

void printJson(const std::vector<TaskEntry> &tasks)
{
    const Json schema = Json::parse(jobSchema());
    Json list = Json::array();
    for (const TaskEntry &task : tasks) {
        Json presetJobs = Json::array();
        for (const Preset &preset : presets())
            if (taskName(preset.job.task) == task.name)
                presetJobs.push_back({{"name", preset.name}, {"job", Json::parse(toJson(preset.job))}});
        Json fields = schema["properties"];
        fields.update(sectionsOf(schema, task.name)["properties"]);
        list.push_back({{"name", task.name}, {"description", task.description}, {"testData", task.testData},
            {"fields", fields}, {"presets", presetJobs}});
    }
    std::cout << list.dump() << "\n";
}

// "small", and for a number "12" or "0.5".
std::string plain(const Json &value)
{
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    return text.ends_with(".0") ? text.substr(0, text.size() - 2) : text;
}

// What the field may be: "float32, bfloat16 or float16", "whole number, 1 to 1000", "path".
std::string allowed(const Json &field)
{
    if (field.contains("const"))
        return plain(field["const"]);
    if (field.contains("enum")) {
        std::string names;
        for (const Json &name : field["enum"])
            if (name.is_string()) // older jobs may have false and true beside them
                names += (names.empty() ? "" : ", ") + plain(name);
        const auto last = names.rfind(',');
        return last == std::string::npos ? names : names.replace(last, 1, " or");
    }
    const bool canBeLeftOut = field.contains("type") && field["type"].is_array(); // a number or null
    const std::string type = canBeLeftOut ? field["type"].front().get<std::string>() : field.value("type", "");
    if (type == "array")
        return "list of " + allowed(field["items"]) + "s";
    if (type == "string")
        return field.value("format", "text");
    if (type == "boolean")
        return "true or false";
    std::string range = type == "integer" ? "whole number" : "number";
    if (field.contains("minimum"))
        range += (field.contains("maximum") ? ", " : ", at least ") + plain(field["minimum"]);
    if (field.contains("maximum"))
        range += " to " + plain(field["maximum"]);
    return canBeLeftOut ? range + ", or null" : range;
}

// "; default 0.9, with kind muon 0.95", or that there is none.
std::string usual(const Json &section, const std::string &name, const Json &field)
{
    for (const Json &needed : section.value("required", Json::array()))
        if (needed == name)
            return "; required";
    if (!field.contains("default"))
        return {};
    std::string words = "; default " + plain(field["default"]);
    for (const Json &other : section.value("allOf", Json::array()))
        if (const Json fields = other["then"]["properties"]; fields.contains(name) && fields[name].contains("default"))
            words
                += ", with " + plain(other["if"]["properties"]["kind"]["const"]) + " " + plain(fields[name]["default"]);
    return words;
}

// A field a line: its path, what it may be, and its help. `section`: an object's schema.
void printFields(const Json &section, const std::string &prefix = {})
{
    for (const auto &[name, field] : section["properties"].items()) {
        const bool isSection = field.contains("properties");
        std::string help = field.value("description", "");
        std::cout << "    " << prefix << name;
        if (!isSection) {
            std::cout << " (" << allowed(field) << usual(section, name, field) << ")";
            help = field.contains("title") ? plain(field["title"]) + ". " + help : help;
        }
        if (!help.empty())
            std::cout << ": " << help;
        std::cout << "\n";
        if (isSection)
            printFields(field, prefix + name + ".");
    }
}

void printText(const std::vector<TaskEntry> &tasks)
{
    const Json schema = Json::parse(jobSchema());
    for (const TaskEntry &task : tasks) {
        std::cout << task.name << "\n    " << task.description << "\n";
        printFields(sectionsOf(schema, task.name));
        for (const Preset &preset : presets())
            if (taskName(preset.job.task) == task.name)
                std::cout << "    preset: " << preset.name << "\n";
        std::cout << "    evaluate --data takes " << task.testData << ".\n\n";
    }
    std::cout << "Every job\n";
    printFields({{"properties", schema["properties"]}, {"required", schema["required"]}});
}

int printPreset(const std::string &name)
{
    for (const Preset &preset : presets())
        if (preset.name == name) {
            std::cout << toJson(preset.job);
            return exitDone;
        }
    return failed({"There is no preset " + name + "; `motley-engine tasks` lists them.", {}});
}

int listTasks(const TasksOptions &options)
{
    if (!options.preset.empty())
        return printPreset(options.preset);
    if (options.schema) {
        std::cout << jobSchema();
        return exitDone;
    }
    std::vector<TaskEntry> tasks;
    for (const TaskEntry &task : taskRegistry())
        if (options.task.empty() || options.task == task.name)
            tasks.push_back(task);
    if (tasks.empty())
        return failed({"There is no task " + options.task + "; `motley-engine tasks` lists them.", {}});
    options.json ? printJson(tasks) : printText(tasks);
    return exitDone;
}

} // namespace

void addTasks(CLI::App &engine, Action &chosen)
{
    auto *command
        = engine.add_subcommand("tasks", "List the tasks that can be trained, the fields of their jobs, and presets");
    command->footer("A job names one of them in its field task; `tasks --preset NAME` prints a job to begin with.\n\n"
                    "Examples:\n"
                    "  $ motley-engine tasks translation\n"
                    "  $ motley-engine tasks --preset fashion-mnist > job.json");
    auto options = std::make_shared<TasksOptions>();
    command->add_option("TASK", options->task, "Only this task; every field of a job is listed without it too");
    command->add_flag("--json", options->json, "One JSON list, for programs");
    command->add_flag("--schema", options->schema, "The JSON schema of a job file, for editors that complete fields");
    command->add_option("--preset", options->preset, "Print the job of that preset");
    command->callback([&chosen, options] { chosen = [options] { return listTasks(*options); }; });
}

} // namespace motley
