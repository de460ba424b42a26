// Steps of machines that exist only in numbers, with the planner of a real run.
#pragma once

#include "engine/plan/balance/rebalancer.h"
#include "engine/plan/forecast/forecast.h"

#include <random>

namespace motley {

// The steps of a set of machines, with the split and the rebalancing of a real run. Ranks are as fast as the cluster
// says, and each step is off by their noise.
class SimulatedSteps {
public:
    // Shares begin as `believed` would have them, which has the same machines.
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
    int m_untilEffect = 0; // steps until the split that was proposed holds; 0: none was
};

} // namespace motley
