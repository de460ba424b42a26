#include "engine/commands/benchrun.h"

#include "engine/agent/agent.h"
#include "engine/agent/textfile.h"
#include "engine/commands/localrun.h"

#include <signal.h>

#include <cstdlib>

namespace motley {

namespace {

constexpr std::int64_t withoutEnd = 1000000; // epochs; the most that a job may have

JobSpec withoutPauses(JobSpec job)
{
    job.epochs = job.evaluateEveryEpochs = withoutEnd;
    job.maxSteps = 0;
    job.checkpoint = {0, 1, false};
    job.stopping = {};
    job.continueFrom = {};
    return job;
}

} // namespace

Result<BenchRun> timeSteps(JobSpec job, const BenchRunOptions &options)
{
    setenv("TORCH_CPP_LOG_LEVEL", "ERROR", 0);
    LocalRunOptions local;
    local.jobPath = options.folder + "/job.json";
    local.workers = options.workers;
    local.threads = options.threads;
    local.device = options.device;
    local.runFolder = options.folder + "/run";
    if (const auto written = writeTextFile(local.jobPath, toJson(withoutPauses(std::move(job)))); !written)
        return tl::unexpected(written.error());
    const auto run = prepareLocalRun(local);
    if (!run)
        return tl::unexpected(run.error());

    BenchRun timed;
    const std::int64_t last = options.warmUpSteps + options.steps;
    const auto observe = [&](const Event &event) {
        if (const auto *started = std::get_if<RunStarted>(&event.body))
            timed.started = *started;
        const auto *step = std::get_if<StepDone>(&event.body);
        if (!step || step->step <= options.warmUpSteps || step->step > last)
            return;
        timed.steps.push_back(*step);
        if (step->step == last)
            raise(SIGQUIT); // to this thread, the agent's: its order to end its ranks at once
    };
    const auto finished = runAgent({run->folder, run->launch, {}, observe});
    if (!finished)
        return tl::unexpected(finished.error());
    if (std::int64_t(timed.steps.size()) < options.steps)
        return fail("The run ended before its steps were timed: " + finished->message);
    return timed;
}

} // namespace motley
