#include "remote/prepare/preparation.h"

#include "engine/plan/forecast/ringallreducecost.h"
#include "engine/plan/planner.h"
#include "remote/prepare/checklinks.h"
#include "remote/prepare/preflight.h"
#include "remote/prepare/startagents.h"
#include "remote/prepare/upload.h"
#include "remote/session/sentence.h"

#include <algorithm>

namespace motley {

namespace {

// For the forecast alone, so that what goes wrong here ends nothing: if it keeps the devices from training together,
// the run's start says so.
void measureInside(Member &member, std::stop_token stop)
{
    const auto &candidates = member.candidate.candidates;
    if (candidates.size() < 2)
        return;
    std::vector<Device> devices;
    for (const Candidate &candidate : candidates)
        devices.push_back(candidate.device);
    const auto sums
        = measureSums(*member.session, member.place.engine, devices, candidates.front().threads, std::move(stop));
    if (!sums)
        return;
    const Link link = linkInside(sums->ranks, {sums->fixedSeconds, sums->secondsPerByte});
    if (link.bytesPerSecond > 0)
        member.candidate.record.insideBytesPerSecond = link.bytesPerSecond;
    member.candidate.record.insideLatencySeconds = link.latencySeconds;
}

Result<void> measure(const Crew &crew, Member &member, std::stop_token stop)
{
    crew.say(member, Preparation::tr("Measuring its speed"));
    auto &candidates = member.candidate.candidates;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        auto &candidate = candidates[i];
        // Several ranks on one processor are equal: one of them is measured.
        if (i > 0 && candidates[i - 1].device == candidate.device) {
            candidate.speed = candidates[i - 1].speed;
            continue;
        }
        const auto speed
            = benchmark(*member.session, member.place.engine, member.job, candidate.device, candidate.threads, stop);
        if (!speed)
            return tl::unexpected(speed.error());
        candidate.speed = *speed;
    }
    measureInside(member, std::move(stop));
    return {};
}

Result<std::vector<CandidateMachine>> measureAll(Crew &crew, const QString &runId)
{
    crew.observer().entered(PreparationStage::Probing);
    const auto engine = OwnEngine::find();
    if (!engine)
        return tl::unexpected(engine.error());
    auto sending = Sending::find(crew.request().job, engine->program);
    if (!sending)
        return tl::unexpected(sending.error());
    const auto looked = crew.onAll(&MachineRecord::connectingSeconds,
        [&](Member &member, std::stop_token stop) { return look(crew, engine->needs, member, stop); });
    if (!looked)
        return tl::unexpected(looked.error());
    if (const auto chosen = chooseDevices(crew, engine->program); !chosen)
        return tl::unexpected(chosen.error());

    crew.observer().entered(PreparationStage::Deploying);
    if (const auto prepared = sending->prepare(crew); !prepared)
        return tl::unexpected(prepared.error());
    const auto sent = crew.onAll(&MachineRecord::checkingSeconds,
        [&](Member &member, std::stop_token stop) { return sending->send(crew, runId, member, stop); });
    if (!sent)
        return tl::unexpected(sent.error());

    crew.observer().entered(PreparationStage::Measuring);
    if (const auto found = findAllWays(crew); !found)
        return tl::unexpected(found.error());
    const auto measured = crew.onAll(&MachineRecord::measuringSeconds,
        [&](Member &member, std::stop_token stop) { return measure(crew, member, stop); });
    if (!measured)
        return tl::unexpected(measured.error());
    return crew.candidates();
}

Result<void> planAndStart(Crew &crew, const QString &runId)
{
    const PreparationObserver &observer = crew.observer();
    const auto machines = measureAll(crew, runId);
    if (!machines)
        return tl::unexpected(machines.error());
    if (observer.measured)
        observer.measured(*machines);
    const auto plan = planRun(crew.request().job, *machines);
    if (!plan)
        return tl::unexpected(plan.error());
    observer.planned(*plan);

    observer.entered(PreparationStage::Launching);
    std::vector<RemoteRun> places;
    for (const auto &member : crew.members())
        places.push_back(member.place);
    observer.placed(places);
    return startAll(crew, runId, *plan);
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
        return sentence(Preparation::tr("No machine is ticked."));
    Crew crew(request, prompter, observer, std::move(stop));
    if (const auto started = planAndStart(crew, runId); !started)
        return tl::unexpected(started.error());
    return std::move(crew.members().front().session);
}

Result<std::vector<CandidateMachine>> measureMachines(
    const RunRequest &request, Prompter &prompter, const PreparationObserver &observer, std::stop_token stop)
{
    if (request.machines.empty())
        return sentence(Preparation::tr("No machine is ticked."));
    Crew crew(request, prompter, observer, std::move(stop));
    return measureAll(crew, {});
}

} // namespace motley
