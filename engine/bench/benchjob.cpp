#include "engine/bench/benchjob.h"

#include "engine/bench/madeup/finetunejob.h"
#include "engine/bench/syntheticdata.h"
#include "engine/bench/targets/targetjobs.h"
#include "engine/job/datafiles.h"
#include "engine/job/presets.h"

#include <algorithm>
#include <filesystem>
#include <optional>

namespace motley {

namespace {

constexpr const char *fineTune = "finetune-"; // and the name of a family
constexpr std::int64_t fineTunedTokens = 128; // of a sequence: many can be shared out in a step

std::optional<std::string> familyOf(const std::string &wish)
{
    for (const std::string &family : madeUpFamilies())
        if (wish == fineTune + family)
            return family;
    return std::nullopt;
}

Result<JobSpec> findJob(const std::string &wish)
{
    for (const Preset &preset : presets())
        if (preset.name == wish || taskName(preset.job.task) == wish)
            return preset.job;
    if (std::filesystem::exists(wish))
        return readJob(wish);
    std::string targets;
    for (const std::string &name : targetNames())
        targets += (targets.empty() ? "" : ", ") + name;
    return fail(wish + " is neither a job file nor a task or preset (`motley-engine tasks` lists those), nor one of "
        + targets + ", or " + fineTune + "FAMILY.");
}

Result<BenchJob> findWithData(const std::string &wish, const std::string &folder)
{
    const auto made = [](JobSpec job) { return BenchJob{std::move(job), true}; };
    if (std::count(targetNames().begin(), targetNames().end(), wish) > 0)
        return makeTargetJob(wish, folder).map(made);
    if (const auto family = familyOf(wish)) {
        FineTuneShape shape;
        shape.context = fineTunedTokens;
        return makeFineTuneJob(*family, shape, folder).map(made);
    }
    auto job = findJob(wish);
    if (!job)
        return tl::unexpected(job.error());
    if (findDataFiles(job->task))
        return BenchJob{*std::move(job), false};
    return withMadeUpData(*std::move(job), folder).map(made);
}

} // namespace

Result<BenchJob> findBenchJob(const std::string &wish, const std::string &folder, std::int64_t batch)
{
    auto found = findWithData(wish, folder);
    if (found && batch > 0)
        found->job.batch = batch;
    return found;
}

} // namespace motley
