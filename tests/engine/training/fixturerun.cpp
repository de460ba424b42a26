#include "fixturerun.h"

#include "slowtask.h"

#include "engine/device/computedevice.h"
#include "engine/rendezvous/agentlink.h"
#include "engine/tasks/registry.h"
#include "tests/engine/rendezvous/relayingagents.h"
#include "tests/fixtures/threadsasranks.h"

#include <torch/csrc/distributed/c10d/HashStore.hpp>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <thread>

namespace motley {

namespace {

template <typename Body>
std::vector<Body> eventsOf(const std::vector<EventBody> &events)
{
    std::vector<Body> found;
    for (const EventBody &event : events)
        if (const auto *body = std::get_if<Body>(&event))
            found.push_back(*body);
    return found;
}

void setDevices(Plan &plan, const std::vector<Device> &devices)
{
    for (std::size_t rank = 0; rank < devices.size(); ++rank)
        plan.ranks[rank].device = devices[rank];
    const bool onGpus = std::all_of(plan.ranks.begin(), plan.ranks.end(),
        [](const PlannedRank &rank) { return rank.device.kind == Device::Kind::Cuda; });
    plan.backend = onGpus ? Backend::Nccl : Backend::Gloo;
}

} // namespace

std::vector<StepDone> RunResult::steps() const
{
    return eventsOf<StepDone>(events);
}

std::vector<SharesChanged> RunResult::changes() const
{
    return eventsOf<SharesChanged>(events);
}

std::optional<Evaluation> RunResult::lastEvaluation() const
{
    const auto all = eventsOf<Evaluation>(events);
    return all.empty() ? std::nullopt : std::optional(all.back());
}

std::vector<CheckpointSaved> RunResult::checkpoints() const
{
    return eventsOf<CheckpointSaved>(events);
}

std::vector<std::string> RunResult::warnings() const
{
    std::vector<std::string> messages;
    for (const Warning &warning : eventsOf<Warning>(events))
        messages.push_back(warning.message);
    return messages;
}

bool RunResult::noted(std::string_view words) const
{
    const auto notes = eventsOf<Note>(events);
    return std::any_of(
        notes.begin(), notes.end(), [&](const Note &note) { return note.message.find(words) != std::string::npos; });
}

bool RunResult::warned(std::string_view words) const
{
    const auto all = warnings();
    return std::any_of(
        all.begin(), all.end(), [&](const std::string &warning) { return warning.find(words) != std::string::npos; });
}

QByteArray RunResult::problem() const
{
    for (const auto &outcome : outcomes)
        if (!outcome)
            return QByteArray::fromStdString(outcome.error().message);
    return {};
}

double largestDifference(const RunResult &a, const RunResult &b)
{
    double largest = 0;
    const auto left = a.steps();
    const auto right = b.steps();
    if (left.empty() || left.size() != right.size())
        return INFINITY;
    for (std::size_t i = 0; i < left.size(); ++i)
        largest = std::max(largest, std::abs(left[i].loss - right[i].loss) / left[i].loss);
    return largest;
}

RunResult runRanks(const RunRequest &request)
{
    LaunchSpec launch;
    launch.runId = "test";
    launch.job = request.job;
    launch.resumeFrom = request.resumeFrom;
    launch.plan.shareRule = request.rule;
    launch.plan.machines = {{"here", "127.0.0.1"}};
    for (const std::int64_t share : request.shares)
        launch.plan.ranks.push_back({0, {}, share, request.microbatch, 1});

    for (std::size_t rank = 0; rank < request.groups.size(); ++rank)
        launch.plan.ranks[rank].group = request.groups[rank];
    for (std::size_t rank = 0; rank < request.stateShares.size(); ++rank)
        launch.plan.ranks[rank].stateShare = request.stateShares[rank];
    for (std::size_t rank = 0; rank < request.recomputing.size(); ++rank)
        if (request.recomputing[rank])
            launch.plan.ranks[rank].recompute = Recomputation();
    for (std::size_t rank = 0; rank < request.memoryLimits.size(); ++rank)
        launch.plan.ranks[rank].memoryLimit = request.memoryLimits[rank];
    setDevices(launch.plan, request.devices);

    RunResult result;
    result.outcomes.resize(request.shares.size(), fail("did not run"));
    std::atomic<bool> stop{false};
    std::mutex mutex;
    RelayingAgents agents(std::vector<int>(request.shares.size(), 0));
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < int(request.shares.size()); ++rank) {
        threads.emplace_back([&, rank] {
            WorkerContext context{launch, rank, {request.folder}, {}, &stop};
            context.agent = std::make_shared<AgentLink>(agents.socketOf(rank));
            context.emit = [&, rank](EventBody event) {
                const auto *step = std::get_if<StepDone>(&event);
                if (step && step->step == request.stopAfterStep)
                    stop = true;
                const std::lock_guard lock(mutex);
                if (rank == 0)
                    result.events.push_back(std::move(event));
                else if (const auto *warning = std::get_if<Warning>(&event))
                    result.otherWarnings.push_back(*warning);
            };
            result.outcomes[std::size_t(rank)]
                = runWorker(context, [&](const JobSpec &job, const EarlierModel &earlier) -> OpenedTask {
                      const bool isLast = std::size_t(rank) + 1 == request.shares.size();
                      const JobOpener &open = isLast && request.openOnLast ? request.openOnLast : request.open;
                      auto opened = open ? open(job) : openTask(job, earlier);
                      return std::move(opened).map([&](std::unique_ptr<Task> task) -> std::unique_ptr<Task> {
                          return std::make_unique<SlowTask>(
                              std::move(task), request.perSample, isLast ? request.changeLoss : LossChange());
                      });
                  });
        });
    }
    threads.clear();
    return result;
}

void runAsRanks(int ranks, const std::function<void(Group &)> &work, const std::vector<Device> &devices)
{
    const auto store = c10::make_intrusive<c10d::HashStore>();
    Plan plan;
    plan.machines = {{"here", "127.0.0.1"}};
    plan.ranks.resize(std::size_t(ranks));
    setDevices(plan, devices);
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < ranks; ++rank)
        threads.emplace_back([&, rank] {
            const auto device = openDevice(plan.ranks[std::size_t(rank)].device, 1);
            auto group = Group::form(plan, rank, *device, store, std::chrono::seconds(60));
            if (!group)
                qFatal("%s %s", group.error().message.c_str(), group.error().detail.c_str());
            work(*group);
        });
}

} // namespace motley
