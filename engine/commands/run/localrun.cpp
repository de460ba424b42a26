#include "engine/commands/run/localrun.h"

#include "engine/base/randomhex.h"
#include "engine/commands/deviceargument.h"
#include "engine/commands/run/newrun.h"
#include "engine/job/continuefiles.h"
#include "engine/job/datafiles.h"
#include "engine/machine/machineprobe.h"
#include "engine/plan/planner.h"
#include "engine/run/settledjob.h"

#include <unistd.h>

#include <algorithm>

namespace motley {

namespace {

std::string hostName()
{
    char name[256] = "";
    gethostname(name, sizeof name - 1);
    return name;
}

Result<Plan> planLocally(const LocalRunOptions &options, const JobSpec &job)
{
    if (!options.shares.empty() && int(options.shares.size()) != options.workers)
        return fail("--shares names " + std::to_string(options.shares.size()) + " shares for "
            + std::to_string(options.workers)
            + " workers; give one number for each, such as --workers 2 --shares 3,1.");
    if (!options.memory.empty() && int(options.memory.size()) != options.workers)
        return fail("--memory names " + std::to_string(options.memory.size()) + " limits for "
            + std::to_string(options.workers)
            + " workers; give one number for each, such as --workers 2 --memory 0,512.");
    const auto devices = findDevices(options.device, options.workers);
    if (!devices)
        return tl::unexpected(devices.error());
    const auto weights = !options.shares.empty() ? options.shares
        : !options.speeds.empty()                ? options.speeds
                                                 : std::vector<double>(std::size_t(options.workers), 1);
    const auto shares = proportionalShares(job.batch, weights);
    const int threads = options.threads > 0 ? options.threads : std::max(1, usableProcessors() / options.workers);
    Plan plan;
    plan.shareRule = !options.shares.empty() ? ShareRule::Given
        : !options.speeds.empty()            ? ShareRule::Measured
                                             : ShareRule::Even;
    plan.backend = devices->front().kind == Device::Kind::Cuda ? Backend::Nccl : Backend::Gloo;
    plan.machines = {{hostName(), "127.0.0.1"}};
    for (std::size_t rank = 0; rank < devices->size(); ++rank)
        plan.ranks.push_back({0, (*devices)[rank], shares[rank], 0, threads});
    for (std::size_t rank = 0; rank < options.memory.size(); ++rank)
        plan.ranks[rank].memoryLimit = options.memory[rank] << 20;
    for (std::size_t rank = 0; rank < options.speeds.size(); ++rank) {
        plan.ranks[rank].samplesPerSecond = options.speeds[rank];
        plan.ranks[rank].secondsPerUnit = 1 / options.speeds[rank];
    }
    setGroups(plan, job);
    if (const auto good = validate(plan, job.batch); !good)
        return tl::unexpected(good.error());
    return plan;
}

} // namespace

Result<LocalRun> prepareLocalRun(const LocalRunOptions &options)
{
    auto job = readJob(options.jobPath);
    if (!job)
        return tl::unexpected(job.error());
    if (const auto data = findDataFiles(job->task); !data)
        return tl::unexpected(data.error());
    if (const auto work = findContinueFiles(job->continueFrom); !work)
        return tl::unexpected(work.error());
    const auto checkpoint = findCheckpoint(options.resumeFrom);
    if (!checkpoint)
        return tl::unexpected(checkpoint.error());
    *job = settled(std::move(*job), *checkpoint);
    const auto plan = planLocally(options, *job);
    if (!plan)
        return tl::unexpected(plan.error());
    LocalRun run;
    run.launch = {newRunId(job->name), randomHex(32), 0, 0, *job, *plan, *checkpoint};
    const auto folder = makeRunFolder(options.runFolder, run.launch.runId);
    if (!folder)
        return tl::unexpected(folder.error());
    run.folder = *folder;
    return writeRecords(run.folder, run.launch).map([&] { return run; });
}

} // namespace motley
