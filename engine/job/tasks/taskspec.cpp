#include "engine/job/tasks/taskspec.h"

#include "engine/job/tasks/taskfields.h"
#include "engine/json/fieldwalk.h"

#include <algorithm>

namespace motley {

namespace {

template <typename... Ts>
std::vector<TaskSpec> defaultsOf(const std::variant<Ts...> &)
{
    return {TaskSpec(Ts())...};
}

} // namespace

std::string taskName(const TaskSpec &task)
{
    return std::visit([](const auto &spec) { return spec.name; }, task);
}

Result<TaskSpec> defaultTask(std::string_view name)
{
    std::string known;
    for (TaskSpec &task : defaultsOf(TaskSpec())) {
        if (taskName(task) == name)
            return std::move(task);
        known += (known.empty() ? "" : ", ") + taskName(task);
    }
    return fail("There is no task \"" + std::string(name) + "\". Known: " + known + ".");
}

std::vector<TaskPath> pathsOf(TaskSpec &task)
{
    std::vector<TaskPath> paths;
    const auto take = [&](const std::string &field, auto &value, const FieldInfo &) {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, DataPath>)
            if (field != "data.chatTemplate" || namesFile(value))
                paths.push_back({field, &value});
    };
    std::visit([&](auto &spec) { walkFields(spec, take); }, task);
    return paths;
}

bool namesFile(const DataPath &chatTemplate)
{
    return chatTemplate.path.ends_with(".jinja");
}

TaskSpec withoutPaths(TaskSpec task)
{
    for (const TaskPath &item : pathsOf(task))
        *item.path = {};
    return task;
}

} // namespace motley
