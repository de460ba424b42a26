#include "engine/training/generation.h"

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

RankResult<Group> formGroup(
    const Membership &membership, const WorkerContext &context, at::Device device, const Store &store)
{
    if (!store)
        return Group::alone(context.activity);
    const RankActivity::Phase phase(*context.activity, RankPhase::Connecting);
    const auto own = c10::make_intrusive<c10d::PrefixStore>("generation/" + std::to_string(membership.number), store);
    return Group::form(membership.plan, membership.rank, device, own, collectiveLimit, context.activity);
}

// A model that normalises over the batch takes its share as one micro-batch.
std::int64_t largestShareOf(const JobSpec &job, bool wholeShareAtOnce)
{
    return wholeShareAtOnce && job.memory.microbatch > 0 ? job.memory.microbatch : unlimited;
}

} // namespace

RankResult<std::unique_ptr<Generation>> Generation::form(
    const Membership &membership, const WorkerContext &context, TrainingState &state, const Store &store)
{
    auto group = formGroup(membership, context, state.options.device, store);
    if (!group)
        return tl::unexpected(group.error());
    if (const auto alike = compareRanks(*group, context.launch, state.task); !alike)
        return tl::unexpected(RankError(alike.error(), Kind::BadInput));
    if (membership.rank == 0 && !group->fallbackReason().empty())
        context.emit(Warning{-1,
            "The ranks have no connections of their own to each other, so each sum goes through Gloo, which takes some "
            "milliseconds of a step: "
                + group->fallbackReason() + "."});
    return std::unique_ptr<Generation>(new Generation(membership, context, state, *std::move(group)));
}

Generation::Generation(const Membership &membership, const WorkerContext &context, TrainingState &state, Group group)
    : m_membership(membership), m_job(context.launch.job), m_state(state), m_group(std::move(group)),
      m_strategy(makeStrategy(m_job.exchange, state, m_group, groupsOfRanks(membership.plan))),
      m_shares(membership.plan, membership.rank, state.shards.has_value(),
          largestShareOf(m_job, state.options.wholeShareAtOnce))
{
    if (!m_group.isAlone())
        shareStatistics(state.task.model(), [this](at::Tensor &tensor) { m_group.allReduce(tensor); });
}

Generation::~Generation()
{
    shareStatistics(m_state.task.model(), {});
}

void Generation::startLoading(std::int64_t lastStep)
{
    m_data.reset(); // data sets are read by one thread at a time
    m_data = std::make_unique<DataLoader>(m_state.task.trainingSet(),
        DataLoaderOptions{.seed = m_job.seed,
            .globalBatch = m_job.batch,
            .shares = m_shares.shares(),
            .rank = m_membership.rank,
            .firstStep = m_state.progress.step + 1,
            .lastStep = lastStep,
            .order = m_job.order,
            .device = m_state.options.device,
            .groups = groupsOfRanks(m_membership.plan)});
    m_shares.repeat(*m_data);
}

} // namespace motley
