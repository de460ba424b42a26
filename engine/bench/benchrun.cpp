#include "engine/bench/benchrun.h"

#include "engine/agent/agent.h"
#include "engine/base/processors.h"
#include "engine/base/textfile.h"
#include "engine/bench/limits/cgroupquota.h"
#include "engine/commands/run/localrun.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>

namespace motley {

namespace {

constexpr std::int64_t withoutEnd = 1000000; // epochs; the most that a job may have

JobSpec withoutPauses(JobSpec job, const CheckpointSpec &checkpoint)
{
    job.epochs = job.evaluateEveryEpochs = withoutEnd;
    job.maxSteps = 0;
    job.checkpoint = checkpoint;
    job.stopping = {};
    job.continueFrom = {};
    return job;
}

Result<std::vector<CpuQuota>> makeQuotas(const std::vector<double> &processors, double period)
{
    std::vector<CpuQuota> quotas;
    for (std::size_t rank = 0; rank < processors.size(); ++rank) {
        const std::string name = "motley-bench-" + std::to_string(getpid()) + "-" + std::to_string(rank);
        auto quota = CpuQuota::make(name, processors[rank], period);
        if (!quota)
            return tl::unexpected(quota.error());
        quotas.push_back(std::move(*quota));
    }
    return quotas;
}

} // namespace

double BenchRun::samplesPerSecond() const
{
    double samples = 0;
    double seconds = 0;
    for (const StepDone &step : steps) {
        samples += double(step.samples);
        seconds += step.seconds;
    }
    return samples / seconds;
}

Result<RunFinished> watchSteps(JobSpec job, const BenchRunOptions &options, const KeepGoing &keepGoing)
{
    if (options.engine.empty())
        return fail("No motley-engine lies beside this program. Build it, or name one with --engine.");
    LocalRunOptions local;
    local.jobPath = options.folder + "/job.json";
    local.workers = options.workers;
    local.threads = options.threads;
    local.device = options.device;
    local.shares = options.shares;
    local.speeds = options.speeds;
    local.runFolder = options.folder + "/run";
    if (const auto written = writeTextFile(local.jobPath, toJson(withoutPauses(std::move(job), options.checkpoint)));
        !written)
        return tl::unexpected(written.error());
    const auto run = prepareLocalRun(local);
    if (!run)
        return tl::unexpected(run.error());

    const auto quotas = makeQuotas(options.quotas, options.quotaPeriod);
    if (!quotas)
        return tl::unexpected(quotas.error());
    Result<void> limited;
    const auto begin = [&](int rank, int pid) {
        if (limited && !quotas->empty())
            limited = (*quotas)[std::size_t(rank)].add(pid);
        if (limited && !options.processors.empty() && !pinToProcessor(options.processors[std::size_t(rank)], pid))
            limited
                = fail("Rank " + std::to_string(rank) + " could not be kept on one processor: " + systemReason(errno));
        if (options.rankBegan)
            options.rankBegan(pid);
    };
    const auto observe = [&](const Event &event) {
        if (!keepGoing(event))
            raise(SIGQUIT); // to the agent, this thread: it then ends its ranks at once
    };
    auto finished = runAgent({.folder = run->folder,
        .launch = run->launch,
        .ready = {},
        .observer = observe,
        .started = begin,
        .engine = options.engine});
    if (finished && !limited)
        return tl::unexpected(limited.error());
    return finished;
}

Result<BenchRun> timeSteps(JobSpec job, const BenchRunOptions &options)
{
    BenchRun timed;
    const std::int64_t last = options.warmUpSteps + options.steps;
    const auto keepGoing = [&](const Event &event) {
        if (const auto *started = std::get_if<RunStarted>(&event.body))
            timed.started = *started;
        if (const auto *changed = std::get_if<SharesChanged>(&event.body))
            timed.changes.push_back(*changed);
        const auto *step = std::get_if<StepDone>(&event.body);
        if (!step || step->step <= options.warmUpSteps || step->step > last)
            return true;
        timed.steps.push_back(*step);
        return step->step < last;
    };
    const auto finished = watchSteps(std::move(job), options, keepGoing);
    if (!finished)
        return tl::unexpected(finished.error());
    if (std::int64_t(timed.steps.size()) < options.steps)
        return fail("The run ended before its steps were timed: " + finished->message);
    return timed;
}

} // namespace motley
