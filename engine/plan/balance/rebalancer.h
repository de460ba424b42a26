// Whether another split of the global batch is worth it, from the steps of a run as they are measured.
#pragma once

#include "engine/plan/balance/batchsplit.h"

#include <optional>

namespace motley {

struct RebalanceRules {
    double leastGain = 0.015; // of the time of a step
    std::int64_t leastSteps = 20; // between two changes
    double urgentGain = 0.1; // a gain like this is not waited for so long
    std::int64_t urgentSteps = 8;
};

struct MeasuredPart {
    double units = 0; // of this step
    double seconds = 0; // without waiting for other ranks
};

struct Resplit {
    std::vector<std::int64_t> shares;
    double secondsBefore = 0; // of the slowest rank, as measured
    double secondsAfter = 0; // as predicted
    std::size_t slowest = 0; // the rank that others waited for
    double slowdown = 1; // of that rank since the split before was made; about 1: it was never right for it
};

class Rebalancer {
public:
    Rebalancer(std::vector<std::int64_t> shares, const std::vector<RankLimits> &expected, RebalanceRules rules = {});

    // One step, of every rank. A split comes back once it gains more than the rules ask for and more than can be
    // chance; nothing comes after it until it takes effect.
    std::optional<Resplit> take(const std::vector<MeasuredPart> &parts);
    void takeEffect(); // the next step has the shares that were proposed

    const std::vector<std::int64_t> &shares() const { return m_shares; }

private:
    std::vector<RankLimits> limitsNow() const;

    std::vector<std::int64_t> m_shares;
    std::optional<std::vector<std::int64_t>> m_proposed;
    std::vector<RankLimits> m_limits; // as of the split before
    std::vector<StepTimeFit> m_fits;
    RebalanceRules m_rules;
    std::int64_t m_steps = 0; // with these shares
};

} // namespace motley
