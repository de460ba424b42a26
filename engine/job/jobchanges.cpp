#include "engine/job/jobchanges.h"

#include "engine/job/jobfields.h"

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

} // namespace motley
