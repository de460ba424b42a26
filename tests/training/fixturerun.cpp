#include "fixturerun.h"

#include "engine/exchange/store.h"

#include <cstdlib>
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

const std::string token(64, 'a');

} // namespace

std::vector<StepDone> RunResult::steps() const
{
    return eventsOf<StepDone>(events);
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

RunResult runRanks(const RunRequest &request)
{
    const auto store = serveStore("127.0.0.1", token);
    if (!store)
        return {{fail(store.error().message)}, {}};
    LaunchSpec launch;
    launch.runId = "test";
    launch.token = token;
    launch.storePort = store->port;
    launch.job = request.job;
    launch.resumeFrom = request.resumeFrom;
    launch.plan.machines = {{"here", "127.0.0.1"}};
    for (const std::int64_t share : request.shares)
        launch.plan.ranks.push_back({0, {}, share, request.microbatch, 1});

    // Every rank is a process of its own; here they are threads, and c10d's flight recorder (one a process) is not safe
    // for those: its map of groups is written without a lock.
    setenv("TORCH_FR_BUFFER_SIZE", "0", 1);
    RunResult result;
    result.outcomes.resize(request.shares.size(), fail("did not run"));
    std::atomic<bool> stop{false};
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < int(request.shares.size()); ++rank) {
        threads.emplace_back([&, rank] {
            WorkerContext context{launch, rank, {request.folder}, {}, &stop};
            context.emit = [&, rank](EventBody event) {
                const auto *step = std::get_if<StepDone>(&event);
                if (step && step->step == request.stopAfterStep)
                    stop = true;
                if (rank == 0)
                    result.events.push_back(std::move(event));
            };
            result.outcomes[std::size_t(rank)] = runWorker(context);
        });
    }
    threads.clear();
    return result;
}

} // namespace motley
