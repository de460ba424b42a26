#include "engine/training/worker.h"

#include "engine/device/computedevice.h"
#include "engine/device/devicememory.h"
#include "engine/device/mixedprecision.h"
#include "engine/device/outofmemory.h"
#include "engine/exchange/peerlost.h"
#include "engine/models/layers/activationcheckpointing.h"
#include "engine/models/layers/syncbatchnorm.h"
#include "engine/plan/balance/statemirrors.h"
#include "engine/rendezvous/runstore.h"
#include "engine/tasks/registry.h"
#include "engine/training/comparedata.h"
#include "engine/training/earliermodels.h"
#include "engine/training/membershipinbox.h"
#include "engine/training/planned.h"
#include "engine/training/trainer.h"

#include <torch/types.h>

#include <algorithm>
#include <chrono>
#include <optional>

namespace motley {

namespace {

using Kind = RankFailed::Kind;

using Store = c10::intrusive_ptr<c10d::Store>;

// Null for a rank that is alone for as long as the run lasts.
Store storeOf(const WorkerContext &context, const std::stop_token &abort)
{
    if (context.launch.plan.ranks.size() == 1)
        return {};
    auto store = c10::make_intrusive<RunStore>(context.agent, abort);
    store->setTimeout(collectiveLimit); // ranks that take longer to open their data come later
    return store;
}

RankResult<std::unique_ptr<Task>> openSharedTask(
    const WorkerContext &context, const TaskOpener &open, const Store &store, bool isFirst)
{
    const auto earlier = shareEarlierModel(context, store, isFirst);
    if (!earlier)
        return tl::unexpected(earlier.error());
    return open(context.launch.job, earlier->model()).map_error(as(Kind::BadInput));
}

// A layer that normalises over the batch must see a rank's whole share at once: micro-batches would change the result.
Result<void> checkMicrobatches(const LaunchSpec &launch, const Membership &membership)
{
    for (const int rank : membership.ranks) {
        const std::int64_t most = microbatchOf(launch, rank);
        if (most > 0 && most < membership.plan.ranks[std::size_t(rank)].share)
            return fail("The model normalises over the whole batch, so rank " + std::to_string(rank)
                + " cannot take its share in micro-batches; set memory.microbatch to 0 or lower the batch.");
    }
    return {};
}

// What the coordinator should have seen to.
Result<void> checkShares(const Membership &membership, std::int64_t batch)
{
    std::int64_t samples = 0;
    for (const int rank : membership.ranks)
        samples += membership.plan.ranks[std::size_t(rank)].share;
    return samples == batch ? Result<void>()
                            : fail("The ranks of generation " + std::to_string(membership.generation) + " share "
                                + std::to_string(samples) + " samples, but a batch has " + std::to_string(batch) + ".");
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

std::optional<ShardedOptimizer> shardsOf(const WorkerContext &context, const Membership &membership, Task &task)
{
    const JobSpec &job = context.launch.job;
    const Plan plan = planOfMembers(membership);
    const std::vector<double> shares = stateSharesOf(plan, job.memory);
    if (shares.size() < 2)
        return std::nullopt;
    return ShardedOptimizer(job.optimizer, trainableParametersOf(task.model()), shares,
        indexOf(membership, context.rank).value(), stateMirrorsOf(plan, job.memory));
}

TrainingState newState(const WorkerContext &context, const Membership &membership, Task &task, at::Device device)
{
    const JobSpec &job = context.launch.job;
    const StepOptions options{job.optimizer, job.clipNorm, microbatchOf(context.launch, context.rank), job.precision,
        device, false, hasSyncBatchNorm(task.model()), job.memory.recompute == MemorySpec::Recompute::WhenNeeded,
        job.exchange.gradients};
    return {task, options, shardsOf(context, membership, task)};
}

// What of a rank outlives the generations that it trains in.
class Rank {
public:
    Rank(const WorkerContext &context, const TaskOpener &open) : m_context(context), m_open(open) { }

    RankResult<WorkerOutcome> run();

private:
    RankResult<void> openPlannedDevice();
    RankResult<std::optional<ToldMembership>> waitToTrain(const Membership &everyRank);
    RankResult<WorkerOutcome> trainIn(const ToldMembership &told);
    RankResult<WorkerOutcome> trainUntil(const ToldMembership &told, const std::stop_token &abort);
    RankResult<void> openTask(const Store &store, bool isFirst);
    RankResult<void> shareAgain(const Store &store, bool isFirst) const;
    void beginState(const Membership &membership);
    bool isStopping() const { return m_context.stopRequested && m_context.stopRequested->load(); }
    WorkerOutcome stopped() const { return {true, m_state ? m_state->progress.step : 0}; }

    const WorkerContext &m_context;
    const TaskOpener &m_open;
    at::Device m_device = at::kCPU;
    std::unique_ptr<Task> m_task;
    std::unique_ptr<TrainingState> m_state;
    std::unique_ptr<Trainer> m_trainer;
    int m_failures = 0; // to form a generation, in a row, where none was told meanwhile
};

RankResult<WorkerOutcome> Rank::run()
{
    // Connections may break as often in a row; after that they are taken for impossible, as behind a firewall.
    constexpr int mostFailures = 3;
    // Those that are left stop together, with a checkpoint. Until it is known who they are, a machine is silent for 10
    // s, and it may be the one that decides.
    constexpr double decisionSeconds = 20;
    if (const auto opened = openPlannedDevice(); !opened)
        return tl::unexpected(opened.error());
    ToldMembership told{everyRankOf(m_context.launch.plan), RunClock::now()};
    if (m_context.isBack) {
        const auto first = waitToTrain(told.membership);
        if (!first)
            return tl::unexpected(first.error());
        if (!*first)
            return stopped();
        told = **first;
    }
    for (;;) {
        const auto outcome = trainIn(told);
        const bool isLost = !outcome && outcome.error().kind == Kind::PeerLost;
        const bool goesOn = outcome ? outcome->othersFollow : isLost && m_failures < mostFailures;
        if (!goesOn || !m_context.memberships)
            return outcome;
        if (isLost)
            m_context.activity->losePeer();
        const auto left = RunClock::now();
        const RankActivity::Phase phase(*m_context.activity, RankPhase::Connecting);
        // Where no rank was lost, the others wait, and all stop together.
        const auto isStoppingHere = [&] { return isLost && isStopping() && secondsSince(left) > decisionSeconds; };
        const auto next = m_context.memberships->next(told.membership.generation, isStoppingHere);
        if (!next && isLost && !isStopping())
            return outcome;
        if (!next || !indexOf(next->membership, m_context.rank))
            return stopped();
        told = {next->membership, isLost ? next->heard : std::max(next->heard, left)};
    }
}

// The others train on meanwhile. Whatever fails here ends this rank alone: so data that are not theirs are found now.
RankResult<std::optional<ToldMembership>> Rank::waitToTrain(const Membership &everyRank)
{
    constexpr bool isFirst = false;
    const Store store = storeOf(m_context, {});
    if (const auto opened = openTask(store, isFirst); !opened)
        return tl::unexpected(opened.error());
    beginState(everyRank);
    const RankFacts facts = factsOf(m_context.launch, everyRank, *m_state);
    if (const auto alike = compareWithFirst(*store, facts, m_context.rank, everyRank); !alike)
        return tl::unexpected(RankError(alike.error(), Kind::BadInput));
    const RankActivity::Phase phase(*m_context.activity, RankPhase::Connecting);
    constexpr int none = 0;
    auto next = m_context.memberships->next(none, [this] { return isStopping(); });
    return next && indexOf(next->membership, m_context.rank) ? next : std::nullopt;
}

RankResult<void> Rank::openPlannedDevice()
{
    const LaunchSpec &launch = m_context.launch;
    const PlannedRank &planned = launch.plan.ranks[std::size_t(m_context.rank)];
    const auto device = openDevice(planned.device, planned.threads).map_error(as(Kind::DeviceFailed));
    if (!device)
        return tl::unexpected(device.error());
    if (const auto slow = slowPrecision(launch.job.precision, *device))
        m_context.emit(Warning{planned.machine,
            "The GPU " + planned.device.uuid + " of " + launch.plan.machineOf(planned).name + " " + *slow});
    limitMemory(*device, memoryLimitOf(launch, m_context.rank));
    m_device = *device;
    return {};
}

// Whatever fails once another membership is told is a consequence of that.
RankResult<WorkerOutcome> Rank::trainIn(const ToldMembership &told)
{
    const std::string lost = "Rank " + std::to_string(m_context.rank) + " cannot go on, as another rank is gone.";
    const std::stop_token abort
        = m_context.memberships ? m_context.memberships->lifetimeOf(told.membership.generation) : std::stop_token();
    RankResult<WorkerOutcome> outcome;
    try {
        outcome = trainUntil(told, abort);
    } catch (const PeerLost &failure) {
        outcome = fail(Kind::PeerLost, lost, failure.what());
    } catch (const std::exception &failure) {
        if (!abort.stop_requested() || isOutOfMemory(failure))
            throw;
        outcome = fail(Kind::PeerLost, lost, failure.what());
    }
    if (abort.stop_requested())
        m_failures = 0;
    return outcome;
}

RankResult<WorkerOutcome> Rank::trainUntil(const ToldMembership &told, const std::stop_token &abort)
{
    const Membership &membership = told.membership;
    m_context.activity->beginGeneration(membership.generation);
    if (const auto whole = checkShares(membership, m_context.launch.job.batch); !whole)
        return tl::unexpected(RankError(whole.error()));
    ++m_failures;
    const Store store = storeOf(m_context, abort);
    const bool isFirst = membership.ranks.front() == m_context.rank;
    if (const auto opened = m_task ? shareAgain(store, isFirst) : openTask(store, isFirst); !opened)
        return tl::unexpected(opened.error());
    if (m_state)
        m_state->shardAnew(shardsOf(m_context, membership, *m_task));
    else
        beginState(membership);
    if (const auto whole = checkMicrobatches(m_context.launch, membership); m_state->options.wholeShareAtOnce && !whole)
        return tl::unexpected(RankError(whole.error(), Kind::BadInput));
    const auto generation = Generation::form(membership, m_context, *m_state, store, abort);
    if (!generation)
        return tl::unexpected(generation.error());
    m_failures = 0;
    const auto outcome = m_trainer->run(**generation, secondsSince(told.heard));
    if (outcome)
        (*generation)->leave();
    return outcome;
}

RankResult<void> Rank::openTask(const Store &store, bool isFirst)
{
    auto task = openSharedTask(m_context, m_open, store, isFirst);
    if (!task)
        return tl::unexpected(task.error());
    if (const auto prepared = prepareModel(m_context, (*task)->model(), m_device); !prepared)
        return prepared;
    m_task = *std::move(task);
    return {};
}

// The store of another coordinator is empty, and some ranks may still ask for what the first one had shared.
RankResult<void> Rank::shareAgain(const Store &store, bool isFirst) const
{
    return isFirst ? shareEarlierModelAgain(m_context, store) : RankResult<void>();
}

void Rank::beginState(const Membership &membership)
{
    m_state.reset(new TrainingState(newState(m_context, membership, *m_task, m_device)));
    m_trainer = std::make_unique<Trainer>(m_context, *m_state);
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
        return Rank(context, open).run();
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
