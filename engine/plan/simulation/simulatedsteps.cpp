#include "engine/plan/simulation/simulatedsteps.h"

#include <algorithm>

namespace motley {

namespace {

constexpr int stepsToEffect = 5; // from the proposal of a split: batches prefetched before it keep their split
constexpr double leastOfMean = 0.1; // lower limit of a step time over its mean, whatever the noise

} // namespace

SimulatedSteps::SimulatedSteps(
    const JobModel &job, const ClusterModel &truth, const NodeSet &members, Rebalancer rebalancer)
    : m_job(job), m_ring(ringOf(truth, members)), m_rebalancer(std::move(rebalancer))
{
    for (const std::size_t machine : members)
        m_ranks.insert(m_ranks.end(), truth.machines[machine].ranks.begin(), truth.machines[machine].ranks.end());
}

Result<SimulatedSteps> SimulatedSteps::make(
    const JobModel &job, const ClusterModel &truth, const ClusterModel &believed, const NodeSet &members)
{
    // Called only for its errors. Both clusters have the same memory, so one check is enough.
    return forecast(job, truth, members).map([&](const Forecast &) {
        const auto limits = limitsOf(believed, members);
        return SimulatedSteps(job, truth, members, Rebalancer(fastestSplit(job.batch, limits), limits));
    });
}

double SimulatedSteps::next(std::mt19937_64 &random)
{
    if (m_untilEffect > 0 && --m_untilEffect == 0)
        m_rebalancer.apply();
    std::normal_distribution<double> normal;
    std::vector<MeasuredPart> parts;
    double longest = 0;
    for (std::size_t i = 0; i < m_ranks.size(); ++i) {
        const auto units = double(m_rebalancer.shares()[i]);
        const double noise = std::max(leastOfMean, 1 + m_ranks[i].noise * normal(random));
        parts.push_back({units, m_ranks[i].time.at(units) * noise});
        longest = std::max(longest, parts.back().seconds);
    }
    if (m_untilEffect == 0 && m_rebalancer.rebalance(parts))
        m_untilEffect = stepsToEffect;
    return longest + exposedSeconds(m_job, longest, m_ring) + m_job.sums * m_ring.at(m_job.sumBytes);
}

} // namespace motley
