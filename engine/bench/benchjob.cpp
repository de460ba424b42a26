#include "engine/bench/benchjob.h"

#include "engine/bench/syntheticdata.h"
#include "engine/job/datafiles.h"
#include "engine/job/presets.h"

#include <filesystem>

namespace motley {

namespace {

Result<JobSpec> findJob(const std::string &wish)
{
    for (const Preset &preset : presets())
        if (preset.name == wish || taskName(preset.job.task) == wish)
            return preset.job;
    if (std::filesystem::exists(wish))
        return readJob(wish);
    return fail(wish + " is neither a job file nor a task or preset; `motley-engine tasks` lists those.");
}

} // namespace

Result<BenchJob> findBenchJob(const std::string &wish, const std::string &folder)
{
    auto job = findJob(wish);
    if (!job)
        return tl::unexpected(job.error());
    if (findDataFiles(job->task))
        return BenchJob{*std::move(job), false};
    return withMadeUpData(*std::move(job), folder).map([](JobSpec made) { return BenchJob{std::move(made), true}; });
}

} // namespace motley
