// How many samples of each step every rank computes: the plan's shares, and others once the steps show that those are
// better. Rank 0 decides, because clocks differ; all ranks change at the same step.
#pragma once

#include "engine/data/dataloader.h"
#include "engine/plan/balance/rebalancer.h"
#include "engine/protocol/event.h"
#include "engine/training/step/stepreport.h"

#include <optional>

namespace motley {

class ShareBalancer {
public:
    // A plan with the user's own shares keeps them, and one with groups of Adasum too: with it the
    // curve depends on the shares. `updatesTogether`: the optimizer state is sharded, so all ranks
    // wait for the slowest update, whatever the shares are. No share grows above `largestShare` samples, nor above the
    // plan's limit for its rank.
    ShareBalancer(const Plan &plan, int rank, bool updatesTogether, std::int64_t largestShare = unlimited);

    const std::vector<std::int64_t> &shares() const { return m_shares; }

    // Called before every step. Returns the change that takes effect with it, on rank 0 alone.
    std::optional<SharesChanged> begin(std::int64_t step);
    // Called with every step's report. popNewShares(): shares that rank 0 has decided on and not sent yet. receive():
    // the shares that all ranks got from rank 0.
    std::optional<NewShares> popNewShares() { return std::exchange(m_newShares, std::nullopt); }
    void receive(const NewShares &shares, DataLoader &data);
    void repeat(DataLoader &data) const; // the coming shares, where a new data loader follows another
    // Called after every step, with the times of all ranks.
    void learn(std::int64_t step, const std::vector<RankStep> &ranks, const DataLoader &data);

private:
    std::vector<std::int64_t> m_shares;
    std::vector<int> m_machines; // index = rank
    bool m_updatesTogether;
    std::optional<Rebalancer> m_rebalancer; // on rank 0 alone
    std::optional<NewShares> m_newShares; // on rank 0: not sent yet
    std::optional<SharesChanged> m_proposed; // on rank 0: reported when it takes effect
    std::optional<NewShares> m_coming;
};

} // namespace motley
