// Ranks of known speeds whose steps are measured with noise, and a rebalancer that follows them.
#pragma once

#include "longestseconds.h"

#include "engine/plan/balance/rebalancer.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace motley {

inline std::int64_t sum(const std::vector<std::int64_t> &shares)
{
    return std::accumulate(shares.begin(), shares.end(), std::int64_t(0));
}

// Simulates the measured steps of machines, with noise.
class Cluster {
public:
    Cluster(std::vector<StepTime> ranks, double noise, unsigned seed)
        : m_ranks(std::move(ranks)), m_noise(noise), m_random(seed)
    {
    }

    void slowDown(std::size_t rank, double factor)
    {
        m_ranks[rank].fixedSeconds *= factor;
        m_ranks[rank].secondsPerUnit *= factor;
    }
    std::vector<MeasuredPart> step(const std::vector<std::int64_t> &shares)
    {
        std::normal_distribution<double> noise(1, m_noise);
        std::vector<MeasuredPart> parts;
        for (std::size_t i = 0; i < m_ranks.size(); ++i)
            parts.push_back({double(shares[i]), m_ranks[i].at(double(shares[i])) * std::max(noise(m_random), 0.1)});
        return parts;
    }
    std::vector<RankLimits> limits() const
    {
        std::vector<RankLimits> limits;
        for (const StepTime &rank : m_ranks)
            limits.push_back({rank});
        return limits;
    }
    // The seconds of a step with these shares over those of the fastest split.
    double overBest(const std::vector<std::int64_t> &shares) const
    {
        return longestSeconds(shares, limits()) / longestSeconds(fastestSplit(sum(shares), limits()), limits());
    }

    // The mean seconds until the slowest rank is done, over so many steps that the error is a fraction of a percent.
    // The noise is always the same, so that splits can be compared.
    double meanSeconds(const std::vector<std::int64_t> &shares) const
    {
        constexpr int steps = 20000;
        Cluster again(m_ranks, m_noise, 1);
        double seconds = 0;
        for (int step = 0; step < steps; ++step) {
            const auto parts = again.step(shares);
            seconds += std::max_element(parts.begin(), parts.end(), [](const auto &one, const auto &other) {
                return one.seconds < other.seconds;
            })->seconds;
        }
        return seconds / steps;
    }

private:
    std::vector<StepTime> m_ranks;
    double m_noise;
    std::mt19937 m_random;
};

constexpr int delay = 5; // steps from a proposal to its effect

struct Course {
    int changes = 0;
    int lastChange = 0; // the step at which the last change took effect
};

inline Course follow(Rebalancer &rebalancer, Cluster &cluster, int steps)
{
    Course course;
    int effect = -1;
    for (int step = 0; step < steps; ++step) {
        if (step == effect) {
            rebalancer.apply();
            course.lastChange = step;
        }
        if (rebalancer.rebalance(cluster.step(rebalancer.shares()))) {
            ++course.changes;
            effect = step + delay;
        }
    }
    if (effect >= steps)
        rebalancer.apply();
    return course;
}

} // namespace motley
