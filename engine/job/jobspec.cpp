#include "engine/job/jobspec.h"

#include "engine/base/textfile.h"
#include "engine/job/jobfields.h"

#include <filesystem>

namespace motley {

namespace {

constexpr std::size_t longestJob = 1 << 20; // bytes

} // namespace

Result<JobSpec> parseJob(std::string_view json, Completeness completeness)
{
    auto job = fromVersionedText<JobSpec>(json, longestJob, "job");
    if (!job)
        return job;
    if (const auto good = validate(*job, completeness); !good)
        return tl::unexpected(good.error());
    return job;
}

Result<JobSpec> readJob(const std::string &path)
{
    const auto text = readTextFile(path, longestJob);
    if (!text)
        return tl::unexpected(text.error());
    auto job = parseJob(*text);
    if (!job)
        return fail(path + ": " + job.error().message, job.error().detail);
    const auto folder = std::filesystem::absolute(path).parent_path();
    std::vector<TaskPath> paths = pathsOf(job->task);
    paths.push_back({"continueFrom.path", &job->continueFrom.path});
    for (const TaskPath &item : paths)
        if (!item.path->empty())
            item.path->path = (folder / item.path->path).lexically_normal().string();
    return job;
}

std::string toJson(const JobSpec &job)
{
    return versionedJsonOf(job).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace motley
