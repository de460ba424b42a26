// Decides from the measured steps of a run whether another split of the global batch is worth it.
#pragma once

#include "engine/plan/balance/batchsplit.h"
#include "engine/plan/balance/triedsplits.h"

#include <optional>

namespace motley {

struct RebalanceRules {
    double leastGain = 0.015; // part of the step time that a new split must save
    std::int64_t leastSteps = 20; // between two changes of the split
    double urgentGain = 0.1; // with a gain of this size, urgentSteps between two changes are enough
    std::int64_t urgentSteps = 8;
    double leastSeconds = 0.5; // that steps of a split last before it is changed: several periods of a processor quota
};

struct MeasuredPart {
    double units = 0; // of the rank in this step
    double seconds = 0; // of the rank in this step, without waiting for other ranks
};

struct Resplit {
    std::vector<std::int64_t> shares;
    double secondsBefore = 0; // mean step time of the slowest rank with the present shares
    double secondsAfter = 0; // predicted mean step time of the slowest rank with the new shares
    std::size_t slowest = 0; // the rank that the others waited for
    double slowdown = 1; // of the slowest rank since the last split; about 1: its share was wrong from the beginning
};

class Rebalancer {
public:
    Rebalancer(std::vector<std::int64_t> shares, const std::vector<RankLimits> &expected, RebalanceRules rules = {});

    // Adds the measurements of one step, one for each rank. Returns a new split if its predicted gain exceeds the
    // rules and 4 standard errors, or the fastest of the earlier splits if the present one is slower, or a trial: a
    // rank without work gets one unit now and then, as nothing else shows how fast it has become. After that it returns
    // nothing until apply() is called.
    std::optional<Resplit> rebalance(const std::vector<MeasuredPart> &parts);
    void apply(); // from the next step on, ranks have the shares of the last Resplit

    const std::vector<std::int64_t> &shares() const { return m_shares; }

private:
    void countTrial(const std::vector<MeasuredPart> &parts);
    void add(const std::vector<MeasuredPart> &parts);
    bool isMeasured() const;
    TriedSplit present() const;
    void comparePrediction(double seconds); // that a step takes now
    std::vector<RankLimits> limitsNow() const;
    std::optional<Resplit> faster(const std::vector<RankLimits> &now) const;
    std::optional<Resplit> fastestTried(const TriedSplit &now) const;
    void propose(Resplit &found, const std::vector<RankLimits> &now);
    std::optional<Resplit> trial(const TriedSplit &now);
    std::optional<Resplit> endOfHopelessTrial() const;

    std::vector<std::int64_t> m_shares;
    std::optional<Resplit> m_proposed;
    std::optional<Resplit> m_promised; // by the last proposal that took effect, until it was compared with what came
    std::vector<RankLimits> m_limits; // speeds as measured when the last split was made
    std::vector<StepTimeFit> m_fits;
    RebalanceRules m_rules;
    std::int64_t m_steps = 0; // taken with the present shares
    std::vector<double> m_seconds; // of the slowest rank in the latest of these steps
    TriedSplits m_tried;
    struct Trials {
        bool isProposed = false;
        bool isGoing = false; // the present split is one
        TriedSplit usual; // the split before it
        std::size_t next = 0; // the rank from which on one without work is looked for
        std::int64_t steps = 0; // since the last trial
        std::int64_t wait = 100; // steps until the next, doubled with each
        double seconds = 0; // of all steps
        double cost = 0; // seconds by which all trials have lengthened them
    };
    Trials m_trials;
    std::int64_t m_patience = 1; // times leastSteps until the next change; doubled where a change gained too little
};

} // namespace motley
