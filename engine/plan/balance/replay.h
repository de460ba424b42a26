// Computes how long the latest steps of a run would have taken with other shares. Each step waits for the rank that is
// slowest in that step, which is not always the rank that is slowest on average. Among machines with noisy step times,
// only this comparison step by step shows what a split gains.
#pragma once

#include "engine/plan/balance/batchsplit.h"

#include <vector>

namespace motley {

class Replay {
public:
    // Uses the steps that were measured on all ranks. Outliers, more than 3 robust deviations from the rank's median,
    // are clipped to that limit.
    explicit Replay(const std::vector<StepTimeFit> &ranks);

    struct Comparison {
        double secondsBefore; // mean time of a step until its slowest rank has finished, with the shares `before`
        double secondsAfter; // the mean time with the shares `after`
        double error; // standard error of the difference, enlarged where there are few steps
    };
    Comparison compare(const std::vector<std::int64_t> &before, const std::vector<std::int64_t> &after) const;

    // Moves units from the rank that delays the most steps to the one that delays the fewest, as long as the mean step
    // time falls. A rank keeps at least one unit, and gets no more than its limit.
    std::vector<std::int64_t> improved(std::vector<std::int64_t> shares, const std::vector<RankLimits> &limits) const;

    // Seconds of a step of `units` units if no rank ever waited for another. A real step is longer than that because of
    // the noise in step times, whatever the split.
    double secondsWithoutWaiting(std::int64_t units) const;

private:
    struct Rank {
        double fixedUnits; // units that take as long as the fixed part of a step
        std::vector<double> secondsPerUnit; // one for each step

        double at(std::size_t step, std::int64_t units) const
        {
            return secondsPerUnit[step] * (fixedUnits + double(units));
        }
    };

    std::vector<double> seconds(const std::vector<std::int64_t> &shares) const; // of each step
    std::size_t slowestIn(std::size_t step, const std::vector<std::int64_t> &shares) const;
    std::vector<double> costOfAUnit(const std::vector<std::int64_t> &shares) const;
    bool move(std::int64_t units, std::vector<std::int64_t> &shares, const std::vector<RankLimits> &limits) const;

    std::vector<Rank> m_ranks;
    std::size_t m_steps;
};

} // namespace motley
