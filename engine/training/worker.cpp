#include "engine/training/worker.h"

#include "engine/device/computedevice.h"
#include "engine/device/devicememory.h"
#include "engine/device/mixedprecision.h"
#include "engine/device/outofmemory.h"
#include "engine/exchange/peerlost.h"
#include "engine/models/layers/activationcheckpointing.h"
#include "engine/models/layers/syncbatchnorm.h"
#include "engine/rendezvous/tcpstore.h"
#include "engine/tasks/registry.h"
#include "engine/training/earliermodels.h"
#include "engine/training/planned.h"
#include "engine/training/trainer.h"

#include <torch/types.h>

#include <chrono>

namespace motley {

namespace {

using Kind = RankFailed::Kind;
constexpr std::chrono::seconds rendezvousLimit{60};

using Store = c10::intrusive_ptr<c10d::Store>;

// Null for a rank that is alone.
RankResult<Store> joinStoreOf(const Membership &membership, const WorkerContext &context)
{
    const Plan &plan = membership.plan;
    if (plan.ranks.size() == 1)
        return Store();
    const RankActivity::Phase phase(*context.activity, RankPhase::Connecting);
    auto store = joinStore(plan.machines.front().address, membership.storePort, context.launch.runId, rendezvousLimit);
    if (!store)
        return tl::unexpected(RankError(store.error(), Kind::PeerLost));
    (*store)->setTimeout(collectiveLimit); // ranks that take longer to open their data come later
    return *store;
}

RankResult<std::unique_ptr<Task>> openSharedTask(
    const WorkerContext &context, const TaskOpener &open, const Store &store)
{
    const auto earlier = shareEarlierModel(context, store);
    if (!earlier)
        return tl::unexpected(earlier.error());
    return open(context.launch.job, earlier->model()).map_error(as(Kind::BadInput));
}

// A layer that normalises over the batch must see a rank's whole share at once: micro-batches would change the result.
Result<void> checkMicrobatches(const LaunchSpec &launch)
{
    for (std::size_t rank = 0; rank < launch.plan.ranks.size(); ++rank) {
        const PlannedRank &planned = launch.plan.ranks[rank];
        const std::int64_t most = microbatchOf(launch, int(rank));
        if (most > 0 && most < planned.share)
            return fail("The model normalises over the whole batch, so rank " + std::to_string(rank)
                + " cannot take its share in micro-batches; set memory.microbatch to 0 or lower the batch.");
    }
    return {};
}

std::int64_t memoryLimitOf(const LaunchSpec &launch, int rank)
{
    const std::int64_t planned = launch.plan.ranks[std::size_t(rank)].memoryLimit;
    return planned > 0 ? planned : launch.job.memory.limitMiB << 20;
}

// With Adasum every rank is of a group, and updates all parameters by itself.
Result<void> checkGroups(const LaunchSpec &launch)
{
    if (launch.job.exchange.combine != ExchangeSpec::Combine::Adasum)
        return {};
    for (const PlannedRank &rank : launch.plan.ranks) {
        if (!rank.group)
            return fail("The plan has no groups for exchange.combine adasum; plan the run again.");
        if (rank.stateShare > 0 || launch.job.memory.shard == MemorySpec::Shard::Always)
            return fail("With exchange.combine adasum each rank updates all parameters by itself, so the optimizer "
                        "state cannot be sharded; set memory.shard to never and plan the run again.");
    }
    return {};
}

// The model as this rank computes it, on its device.
RankResult<void> prepareModel(const WorkerContext &context, torch::nn::Module &model, at::Device device)
{
    const LaunchSpec &launch = context.launch;
    model.to(device);
    if (const auto whole = checkMicrobatches(launch); hasSyncBatchNorm(model) && !whole)
        return tl::unexpected(RankError(whole.error(), Kind::BadInput));
    const bool isAsked = launch.job.memory.recompute == MemorySpec::Recompute::Always;
    if (isAsked || launch.plan.ranks[std::size_t(context.rank)].recompute) {
        if (!canRecompute(model))
            return fail(Kind::BadInput, "This model keeps its activations; set memory.recompute to never.");
        recomputeActivations(model);
    }
    chooseKernels(launch.job.precision);
    tuneConvolutions(true);
    return {};
}

TrainingState newState(const WorkerContext &context, Task &task, at::Device device)
{
    const JobSpec &job = context.launch.job;
    const StepOptions options{job.optimizer, job.clipNorm, microbatchOf(context.launch, context.rank), job.precision,
        device, false, hasSyncBatchNorm(task.model()), job.memory.recompute == MemorySpec::Recompute::WhenNeeded};
    const std::vector<double> shares = stateSharesOf(context.launch);
    if (shares.size() < 2)
        return {task, options};
    return {task, options, ShardedOptimizer(job.optimizer, parametersOf(task.model()), shares, context.rank)};
}

RankResult<WorkerOutcome> train(const WorkerContext &context, const TaskOpener &open)
{
    const LaunchSpec &launch = context.launch;
    const PlannedRank &planned = launch.plan.ranks[std::size_t(context.rank)];
    const auto device = openDevice(planned.device, planned.threads).map_error(as(Kind::DeviceFailed));
    if (!device)
        return tl::unexpected(device.error());
    if (const auto slow = slowPrecision(launch.job.precision, *device))
        context.emit(Warning{planned.machine,
            "The GPU " + planned.device.uuid + " of " + launch.plan.machineOf(planned).name + " " + *slow});
    limitMemory(*device, memoryLimitOf(launch, context.rank));
    const Membership membership{1, launch.plan, context.rank, launch.storePort};
    const auto store = joinStoreOf(membership, context);
    if (!store)
        return tl::unexpected(store.error());
    const auto task = openSharedTask(context, open, *store);
    if (!task)
        return tl::unexpected(task.error());
    if (const auto prepared = prepareModel(context, (*task)->model(), *device); !prepared)
        return tl::unexpected(prepared.error());
    TrainingState state = newState(context, **task, *device);
    const auto generation = Generation::form(membership, context, state, *store);
    if (!generation)
        return tl::unexpected(generation.error());
    const auto outcome = Trainer(context, state).run(**generation);
    if (outcome)
        (*generation)->leave();
    return outcome;
}

} // namespace

RankResult<WorkerOutcome> runWorker(const WorkerContext &context)
{
    return runWorker(context, openTask);
}

RankResult<WorkerOutcome> runWorker(const WorkerContext &context, const TaskOpener &open)
{
    if (const auto good = validate(context.launch.plan, context.launch.job.batch); !good)
        return tl::unexpected(RankError(good.error(), Kind::BadInput));
    if (const auto good = checkGroups(context.launch); !good)
        return tl::unexpected(RankError(good.error(), Kind::BadInput));
    if (context.rank < 0 || std::size_t(context.rank) >= context.launch.plan.ranks.size())
        return fail("The plan has no rank " + std::to_string(context.rank) + ".");
    const std::string rank = "Rank " + std::to_string(context.rank);
    try {
        return train(context, open);
    } catch (const PeerLost &lost) {
        return fail(Kind::PeerLost, rank + " cannot go on, as another rank is gone.", lost.what());
    } catch (const std::exception &failure) { // of torch and failed allocations
        if (isOutOfMemory(failure))
            return fail(Kind::OutOfMemory,
                rank
                    + " has too little memory for the model, its data and the optimizer state. Set "
                      "memory.shard or memory.recompute, raise memory.limitMiB, or train without this device.",
                failure.what());
        const bool onCpu = context.launch.plan.ranks[std::size_t(context.rank)].device.kind == Device::Kind::Cpu;
        return fail(onCpu ? Kind::Internal : Kind::DeviceFailed,
            rank + (onCpu ? " cannot go on." : " cannot go on: its GPU failed."), failure.what());
    }
}

} // namespace motley
