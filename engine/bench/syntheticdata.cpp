#include "engine/bench/syntheticdata.h"

#include "engine/tasks/registry.h"

namespace motley {

Result<JobSpec> withMadeUpData(JobSpec job, const std::string &folder)
{
    const auto done = entryOf(job.task).makeUpData(job.task, folder);
    return done ? Result<JobSpec>(std::move(job)) : tl::unexpected(done.error());
}

} // namespace motley
