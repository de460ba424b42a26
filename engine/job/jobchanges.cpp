#include "engine/job/jobchanges.h"

#include "engine/job/jobfields.h"

#include <algorithm>

namespace motley {

namespace {

void compare(const Json &before, const Json &now, const std::string &path, std::vector<std::string> &changes)
{
    if (before == now)
        return;
    if (!before.is_object() || !now.is_object()) {
        changes.push_back(path + " is " + dumpLine(now) + " (was " + dumpLine(before) + ")");
        return;
    }
    for (const auto &[name, value] : now.items()) {
        const auto then = before.find(name);
        compare(then == before.end() ? Json() : *then, value, path.empty() ? name : path + "." + name, changes);
    }
}

using Settings = std::vector<std::pair<std::string, std::string>>; // paths and values

void flatten(const Json &value, const std::string &path, Settings &settings)
{
    if (!value.is_object()) {
        settings.emplace_back(path, value.is_string() ? value.get<std::string>() : dumpLine(value));
        return;
    }
    for (const auto &[name, part] : value.items())
        flatten(part, path.empty() ? name : path + "." + name, settings);
}

const std::string *find(const Settings &settings, const std::string &path)
{
    const auto found
        = std::find_if(settings.begin(), settings.end(), [&](const auto &setting) { return setting.first == path; });
    return found == settings.end() ? nullptr : &found->second;
}

// The fields of a job that decide its result.
Json comparableFields(JobSpec job)
{
    job.name.clear();
    job.task = withoutPaths(job.task);
    job.continueFrom = {};
    return jsonOf(job);
}

} // namespace

std::vector<std::string> changesBetween(const JobSpec &before, const JobSpec &now)
{
    std::vector<std::string> changes;
    compare(comparableFields(before), comparableFields(now), {}, changes);
    return changes;
}

std::vector<DifferentSetting> differentSettings(const std::vector<JobSpec> &jobs)
{
    std::vector<Settings> all;
    Settings paths; // of all jobs, each once
    for (JobSpec job : jobs) {
        job.name.clear();
        flatten(jsonOf(job), {}, all.emplace_back());
        for (const auto &[path, value] : all.back())
            if (!find(paths, path))
                paths.emplace_back(path, value);
    }
    std::vector<DifferentSetting> different;
    for (const auto &[path, value] : paths) {
        DifferentSetting setting{path, {}};
        for (const Settings &settings : all) {
            const std::string *own = find(settings, path);
            setting.values.push_back(own ? *own : std::string());
        }
        if (std::any_of(setting.values.begin(), setting.values.end(),
                [&](const std::string &own) { return own != setting.values.front(); }))
            different.push_back(setting);
    }
    return different;
}

} // namespace motley
