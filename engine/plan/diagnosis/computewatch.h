// Whether one rank computes slower than it did, or than was measured before the run, whatever share it has.
#pragma once

#include "engine/plan/balance/steptime.h"
#include "engine/statistics/changedetector.h"

namespace motley {

class ComputeWatch {
public:
    explicit ComputeWatch(StepTime planned); // no seconds: nothing was measured

    void add(std::int64_t step, double units, double seconds);
    void shareChanges(); // what is added from now on has another share

    const ChangeDetector &detector() const { return m_watch; }
    double seconds() const; // of a step with the share of now
    double expectedSeconds() const;

private:
    struct Measured {
        std::int64_t step;
        double units;
        double seconds;
    };
    static Measured middleOf(const std::vector<Measured> &steps);
    double planned(double units) const; // up to a factor, if nothing was measured
    void learnShare();
    void watch(const Measured &measured);

    StepTime m_planned;
    double m_scale = 1; // of what was planned, as other shares have shown it
    ChangeDetector m_watch; // seconds over those that were planned
    std::vector<Measured> m_latest; // with this share
    std::optional<Measured> m_before; // medians with the share before, until it is known what this one costs
};

} // namespace motley
