// Ranks that train together for as long as none of them is lost: their group, how they take a step, the shares of each
// and the batches that this rank has made in advance. It is formed around a TrainingState, which outlives it, and dies
// whole: what is left of a lost one cannot meet its successor, whose keys in the store are others. Group, strategy,
// shares and data number its ranks by their positions among those that train; whatever leaves the rank has their
// numbers in the run.
#pragma once

#include "engine/data/dataloader.h"
#include "engine/protocol/membership.h"
#include "engine/training/sharebalancing.h"
#include "engine/training/step/stepstrategy.h"
#include "engine/training/worker.h"

#include <torch/csrc/distributed/c10d/Store.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>

namespace motley {

// c10d limits how long a collective takes, work included, and cannot know what the other ranks do in the meantime. So
// this never comes first: agents notice that a rank is silent or makes no progress (engine/agent/rankwatch.h), and that
// a machine is gone.
constexpr std::chrono::hours collectiveLimit{24 * 365};

class Generation {
public:
    // Connects the ranks, of which this one must be one and which compare what they would train on. `store`: may be
    // null for a rank that is alone. Context and state must live longer. `abort`: ends the forming, wherever it waits,
    // and later the generation, as abort() does.
    static RankResult<std::unique_ptr<Generation>> form(const Membership &membership, const WorkerContext &context,
        TrainingState &state, const c10::intrusive_ptr<c10d::Store> &store, const std::stop_token &abort = {});
    ~Generation();

    // Makes the batches of the steps after state.progress.step up to `lastStep`; once more after going back.
    void startLoading(std::int64_t lastStep);
    void leave() { m_group.leave(); } // after the last collective, which every rank must have called
    // Ends its training, wherever that waits, with PeerLost. Called from any thread while the generation lives.
    void abort() noexcept { m_group.abort(); }
    void throwIfAborted() const; // as calls of the group do by themselves, except in a rank that is alone

    const Membership &membership() const { return m_membership; }
    bool isFirst() const { return m_group.rank() == 0; } // of its ranks: it reports for the run
    Group &group() { return m_group; }
    StepStrategy &strategy() { return *m_strategy; }
    ShareBalancer &shares() { return m_shares; }
    std::vector<std::int64_t> sharesByRank() const; // index = rank of the run's plan
    DataLoader &data() { return *m_data; } // only after startLoading()

private:
    Generation(const Membership &membership, const WorkerContext &context, TrainingState &state, Group group,
        const std::stop_token &abort);

    const Membership m_membership;
    const Plan m_plan; // of its ranks alone
    const JobSpec &m_job;
    TrainingState &m_state;
    Group m_group;
    const std::unique_ptr<StepStrategy> m_strategy;
    ShareBalancer m_shares;
    std::unique_ptr<DataLoader> m_data;
    const std::stop_token m_abort;
    const std::stop_callback<std::function<void()>> m_aborting; // declared last: it aborts the group
};

} // namespace motley
