// Who computes how much of each step: the plan's shares, and others once the steps show that those are better. Rank 0
// decides, as clocks differ; all ranks change at the same step.
#pragma once

#include "engine/data/prefetcher.h"
#include "engine/plan/balance/rebalancer.h"
#include "engine/protocol/event.h"
#include "engine/training/stepreport.h"

#include <optional>

namespace motley {

class ShareBalancer {
public:
    // A plan with the user's own shares keeps them. `updatesTogether`: ranks hold parts of the optimizer state, so
    // all wait for the slowest update, whatever the shares are. No share grows above `largestShare` samples, nor above
    // what the plan says of its rank.
    ShareBalancer(const Plan &plan, int rank, bool updatesTogether, std::int64_t largestShare = unlimited);

    const std::vector<std::int64_t> &shares() const { return m_shares; }

    // Before every step. What changed with it, on rank 0.
    std::optional<SharesChanged> begin(std::int64_t step);
    // With every step: the shares that rank 0 has decided on, and those that all ranks received from it.
    std::optional<NewShares> takeNewShares() { return std::exchange(m_newShares, std::nullopt); }
    void receive(const NewShares &shares, Prefetcher &data);
    // After every step.
    void learn(std::int64_t step, const std::vector<RankStep> &ranks, const Prefetcher &data);

private:
    std::vector<std::int64_t> m_shares;
    std::vector<int> m_machines; // of the ranks
    bool m_updatesTogether;
    std::optional<Rebalancer> m_rebalancer; // of rank 0
    std::optional<NewShares> m_newShares; // of rank 0: not sent yet
    std::optional<SharesChanged> m_proposed; // of rank 0
    std::optional<NewShares> m_coming;
};

} // namespace motley
