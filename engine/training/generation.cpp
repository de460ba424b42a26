#include "engine/training/generation.h"

#include "engine/exchange/peerlost.h"
#include "engine/models/layers/syncbatchnorm.h"
#include "engine/training/comparedata.h"
#include "engine/training/planned.h"
#include "engine/training/step/makestrategy.h"

#include <torch/types.h>

#include <torch/csrc/distributed/c10d/PrefixStore.hpp>

namespace motley {

namespace {

using Kind = RankFailed::Kind;
using Store = c10::intrusive_ptr<c10d::Store>;

RankResult<Group> formGroup(const Membership &membership, const WorkerContext &context, at::Device device,
    const Store &store, const std::stop_token &abort)
{
    if (membership.ranks.size() == 1)
        return Group::alone(context.activity, context.rank);
    const RankActivity::Phase phase(*context.activity, RankPhase::Connecting);
    const auto own
        = c10::make_intrusive<c10d::PrefixStore>("generation/" + std::to_string(membership.generation), store);
    return Group::form(planOfMembers(membership), indexOf(membership, context.rank).value(), device, own,
        collectiveLimit, {context.activity, abort, context.rank});
}

// A model that normalises over the batch takes its share as one micro-batch.
std::int64_t largestShareOf(const JobSpec &job, bool wholeShareAtOnce)
{
    return wholeShareAtOnce && job.memory.microbatch > 0 ? job.memory.microbatch : unlimited;
}

} // namespace

RankResult<std::unique_ptr<Generation>> Generation::form(const Membership &membership, const WorkerContext &context,
    TrainingState &state, const Store &store, const std::stop_token &abort)
{
    auto group = formGroup(membership, context, state.options.device, store, abort);
    if (!group)
        return tl::unexpected(group.error());
    std::unique_ptr<Generation> formed(new Generation(membership, context, state, *std::move(group), abort));
    Group &ranks = formed->m_group;
    const RankFacts facts = factsOf(context.launch, membership, state);
    if (const auto alike = compareRanks(ranks, facts, membership); !alike)
        return tl::unexpected(RankError(alike.error(), Kind::BadInput));
    if (store && ranks.rank() == 0)
        publishFacts(*store, facts);
    if (ranks.rank() == 0 && !ranks.fallbackReason().empty())
        context.emit(Warning{-1,
            "The ranks have no connections of their own to each other, so each sum goes through Gloo, which takes some "
            "milliseconds of a step: "
                + ranks.fallbackReason() + "."});
    return formed;
}

Generation::Generation(const Membership &membership, const WorkerContext &context, TrainingState &state, Group group,
    const std::stop_token &abort)
    : m_membership(membership), m_plan(planOfMembers(membership)), m_job(context.launch.job), m_state(state),
      m_group(std::move(group)), m_strategy(makeStrategy(m_job.exchange, state, m_group, groupsOfRanks(m_plan))),
      m_shares(m_plan, m_group.rank(), state.shards.has_value(), largestShareOf(m_job, state.options.wholeShareAtOnce)),
      m_abort(abort), m_aborting(abort, [this] { m_group.abort(); })
{
    if (!m_group.isAlone())
        shareStatistics(state.task.model(), [this](at::Tensor &tensor) { m_group.allReduce(tensor); });
}

// The strategy may wait for sums that never end.
Generation::~Generation()
{
    if (!m_group.hasLeft())
        m_group.abort();
    shareStatistics(m_state.task.model(), {});
}

void Generation::throwIfAborted() const
{
    if (m_abort.stop_requested())
        throw PeerLost("Other ranks train together from now on.");
}

std::vector<std::int64_t> Generation::sharesByRank() const
{
    return motley::sharesByRank(m_membership, m_shares.shares());
}

void Generation::startLoading(std::int64_t lastStep)
{
    m_data.reset(); // data sets are read by one thread at a time
    m_data = std::make_unique<DataLoader>(m_state.task.trainingSet(),
        DataLoaderOptions{.seed = m_job.seed,
            .globalBatch = m_job.batch,
            .shares = m_shares.shares(),
            .rank = m_group.rank(),
            .firstStep = m_state.progress.step + 1,
            .lastStep = lastStep,
            .order = m_job.order,
            .device = m_state.options.device,
            .groups = groupsOfRanks(m_plan)});
    m_shares.repeat(*m_data);
}

} // namespace motley
