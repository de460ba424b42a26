#include "remote/prepare/preparation.h"

#include "engine/plan/forecast/ringallreducecost.h"
#include "engine/plan/planner.h"
#include "engine/plan/sharedhardware.h"
#include "remote/prepare/checklinks.h"
#include "remote/prepare/earlierspeeds.h"
#include "remote/prepare/preflight.h"
#include "remote/prepare/spread.h"
#include "remote/prepare/startagents.h"
#include "remote/prepare/upload.h"
#include "remote/session/machinename.h"
#include "remote/session/sentence.h"

#include <algorithm>

namespace motley {

namespace {

// Measures the all-reduce between a machine's devices, for the forecast alone. Errors are dropped: what keeps the
// devices from training together fails the start of the run.
void measureInside(RunHost &host, std::stop_token stop)
{
    const auto &candidates = host.candidate.candidates;
    if (candidates.size() < 2)
        return;
    std::vector<Device> devices;
    for (const Candidate &candidate : candidates)
        devices.push_back(candidate.device);
    const auto allReduce
        = measureAllReduce(*host.session, host.run.engine, devices, candidates.front().threads, std::move(stop));
    if (!allReduce)
        return;
    const Link link = linkInside(allReduce->ranks, {allReduce->fixedSeconds, allReduce->secondsPerByte});
    if (link.bytesPerSecond > 0)
        host.candidate.record.insideBytesPerSecond = link.bytesPerSecond;
    host.candidate.record.insideLatencySeconds = link.latencySeconds;
}

Result<void> measure(const RunHosts &runHosts, RunHost &host, std::stop_token stop)
{
    if (reuseEarlierSpeeds(host.candidate, runHosts.request().measured)) {
        runHosts.showProgress(host, QT_TRANSLATE_NOOP("motley::Preparation", "Its speed is already known"));
        return {};
    }
    runHosts.showProgress(host, QT_TRANSLATE_NOOP("motley::Preparation", "Measuring its speed"));
    auto &candidates = host.candidate.candidates;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        auto &candidate = candidates[i];
        // Ranks on one processor are equally fast, so one of them is measured.
        if (i > 0 && candidates[i - 1].device == candidate.device) {
            candidate.speed = candidates[i - 1].speed;
            continue;
        }
        const bool isFree = candidate.device.kind == Device::Kind::Cpu && runHosts.request().threadsPerCpuRank == 0;
        const auto speed = measureDevice(
            *host.session, host.run.engine, host.job, candidate.device, {candidate.threads, isFree}, stop);
        if (!speed)
            return tl::unexpected(speed.error());
        candidate.speed = *speed;
    }
    measureInside(host, std::move(stop));
    runHosts.showProgress(host, QT_TRANSLATE_NOOP("motley::Preparation", "Its speed is measured"));
    return {};
}

// Over the links between the machines, which are checked first, files go from those that have them to the others.
Result<void> sendAll(RunHosts &runHosts, const Upload &upload, const QString &runId)
{
    return runHosts
        .onAll(&MachineRecord::checkingSeconds,
            [&](RunHost &host, std::stop_token stop) { return upload.sendEngine(runHosts, runId, host, stop); })
        .and_then([&] { return checkAllLinks(runHosts); })
        .and_then([&] { return spreadData(runHosts, upload.data()); })
        .and_then([&] {
            return runHosts.onAll(&MachineRecord::checkingSeconds,
                [&](RunHost &host, std::stop_token stop) { return upload.sendData(runHosts, host, stop); });
        });
}

// Before anything is sent, as two names of one GPU would be measured as two.
Result<void> checkHardware(RunHosts &runHosts)
{
    const auto machines = runHosts.candidates();
    for (const SharedHardware &shared : sharedHardware(machines))
        if (shared.isSameSystem)
            runHosts.warn(
                {toError(Preparation::phrase(
                             "%1 and %2 are one machine under two names, and use the same processors and memory.")
                             .arg(shownName(QString::fromStdString(machines[shared.machine].name)),
                                 insideSentence(QString::fromStdString(machines[shared.other].name))))
                        .message});
    return checkEachGpuOnce(machines);
}

Result<std::vector<CandidateMachine>> measureAll(RunHosts &runHosts, const QString &runId)
{
    runHosts.observer().entered(PreparationStage::Probing);
    const auto engine = LocalEngine::find();
    if (!engine)
        return tl::unexpected(engine.error());
    auto upload = Upload::find(runHosts.request().job, engine->program);
    if (!upload)
        return tl::unexpected(upload.error());
    runHosts.warn(upload->warnings());
    const auto checked = runHosts.onAll(&MachineRecord::connectingSeconds,
        [&](RunHost &host, std::stop_token stop) { return preflight(runHosts, engine->needs, host, stop); });
    if (!checked)
        return tl::unexpected(checked.error());
    if (const auto chosen = chooseDevices(runHosts, engine->program); !chosen)
        return tl::unexpected(chosen.error());
    if (const auto once = checkHardware(runHosts); !once)
        return tl::unexpected(once.error());

    runHosts.observer().entered(PreparationStage::Deploying);
    if (const auto prepared = upload->prepare(runHosts); !prepared)
        return tl::unexpected(prepared.error());
    if (const auto sent = sendAll(runHosts, *upload, runId); !sent)
        return tl::unexpected(sent.error());

    runHosts.observer().entered(PreparationStage::Measuring);
    const auto measured = runHosts.onAll(&MachineRecord::measuringSeconds,
        [&](RunHost &host, std::stop_token stop) { return measure(runHosts, host, stop); });
    if (!measured)
        return tl::unexpected(measured.error());
    return runHosts.candidates();
}

Result<void> planAndStart(RunHosts &runHosts, const QString &runId)
{
    const PreparationObserver &observer = runHosts.observer();
    const auto machines = measureAll(runHosts, runId);
    if (!machines)
        return tl::unexpected(machines.error());
    if (observer.measured)
        observer.measured(*machines);
    const auto plan = planRun(runHosts.request().job, *machines);
    if (!plan)
        return tl::unexpected(plan.error());
    observer.planned(*plan);

    observer.entered(PreparationStage::Launching);
    std::vector<RemoteRun> runs;
    for (const auto &host : runHosts.hosts())
        runs.push_back(host.run);
    observer.placed(runs);
    return startAll(runHosts, runId, *plan);
}

} // namespace

std::vector<Candidate> candidatesOf(
    const RunRequest &request, const ProbeReport &report, const std::vector<Device> &devices)
{
    std::vector<Candidate> candidates;
    for (const auto &device : devices) {
        const bool cpu = device.kind == Device::Kind::Cpu;
        const int ranks = cpu ? std::max(1, request.cpuRanksPerMachine) : 1;
        const int sharing = cpu ? ranks : static_cast<int>(devices.size());
        const int threads
            = cpu && request.threadsPerCpuRank > 0 ? request.threadsPerCpuRank : threadsPerRank(report, sharing);
        candidates.insert(candidates.end(), static_cast<std::size_t>(ranks), Candidate{device, threads});
    }
    return candidates;
}

Result<std::unique_ptr<Session>> prepareRun(const RunRequest &request, const QString &runId, Prompter &prompter,
    const PreparationObserver &observer, std::stop_token stop)
{
    if (request.machines.empty())
        return sentence(Preparation::phrase("No machine is ticked."));
    RunHosts runHosts(request, prompter, observer, std::move(stop));
    if (const auto started = planAndStart(runHosts, runId); !started)
        return tl::unexpected(started.error());
    return std::move(runHosts.hosts().front().session);
}

Result<std::vector<CandidateMachine>> measureMachines(
    const RunRequest &request, Prompter &prompter, const PreparationObserver &observer, std::stop_token stop)
{
    if (request.machines.empty())
        return sentence(Preparation::phrase("No machine is ticked."));
    RunHosts runHosts(request, prompter, observer, std::move(stop));
    return measureAll(runHosts, {});
}

Result<std::vector<CandidateMachine>> measureLinks(
    const RunRequest &request, Prompter &prompter, const PreparationObserver &observer, std::stop_token stop)
{
    RunHosts runHosts(request, prompter, observer, std::move(stop));
    const auto engine = LocalEngine::find();
    if (!engine)
        return tl::unexpected(engine.error());
    Upload upload = Upload::ofEngine(engine->program);
    return runHosts
        .onAll(&MachineRecord::connectingSeconds,
            [&](RunHost &host, std::stop_token stop) { return preflight(runHosts, engine->needs, host, stop); })
        .and_then([&] { return upload.prepare(runHosts); })
        .and_then([&] {
            return runHosts.onAll(&MachineRecord::checkingSeconds,
                [&](RunHost &host, std::stop_token stop) { return upload.sendEngine(runHosts, {}, host, stop); });
        })
        .and_then([&] { return measureAllLinks(runHosts); })
        .map([&] { return runHosts.candidates(); });
}

} // namespace motley
