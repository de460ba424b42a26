// The latest steps of a run once more, as they would have been with other shares. Each step waits for whoever is
// slowest in it, which is not always the rank that is slowest on the whole: how much a split gains among noisy machines
// only step by step says.
#pragma once

#include "engine/plan/balance/batchsplit.h"

#include <vector>

namespace motley {

class Replay {
public:
    // The steps that were measured of all ranks; a time that is beyond what the rest of its rank's vary by counts as
    // one at that border.
    explicit Replay(const std::vector<StepTimeFit> &ranks);

    struct Comparison {
        double secondsBefore; // of a step until its slowest rank was done, on average
        double secondsAfter;
        double error; // standard error of their difference; with few steps more, as little is known of them
    };
    Comparison compare(const std::vector<std::int64_t> &before, const std::vector<std::int64_t> &after) const;

    // A few units moved from who holds the others up to who does not, as long as the steps become shorter by it. A rank
    // keeps one unit, and gets no more than it has room for.
    std::vector<std::int64_t> improved(std::vector<std::int64_t> shares, const std::vector<RankLimits> &limits) const;

    // A step of so many units if no rank ever waited for another: what is lost to their noise with any split is the
    // rest.
    double secondsWithoutWaiting(std::int64_t units) const;

private:
    struct Rank {
        double fixedUnits;
        std::vector<double> secondsPerUnit; // of each step

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
