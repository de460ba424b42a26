// Step times of modelled machines, with the planner of a real run.
#pragma once

#include "engine/plan/balance/rebalancer.h"
#include "engine/plan/forecast/forecast.h"

#include <random>

namespace motley {

// Simulates the steps of a set of machines with the split and the rebalancing of a real run. Step times vary around the
// modelled ones by the noise of each rank.
class SimulatedSteps {
public:
    // The first shares are the fastest ones for `believed`, a model of the same machines as `truth` with measured
    // speeds. Errors: those of forecast().
    static Result<SimulatedSteps> make(
        const JobModel &job, const ClusterModel &truth, const ClusterModel &believed, const NodeSet &members);

    double next(std::mt19937_64 &random); // seconds of the next step
    const std::vector<std::int64_t> &shares() const { return m_rebalancer.shares(); }

private:
    SimulatedSteps(const JobModel &job, const ClusterModel &truth, const NodeSet &members, Rebalancer rebalancer);

    JobModel m_job;
    std::vector<RankModel> m_ranks;
    RingAllReduceCost m_ring;
    Rebalancer m_rebalancer;
    int m_untilEffect = 0; // steps until the proposed split takes effect; 0: none was proposed
};

} // namespace motley
