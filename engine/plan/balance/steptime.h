// How long one rank takes for its part of a step: t(units) = fixedSeconds + secondsPerUnit * units. Shares are counted
// in units: samples, or tokens in translation.
#pragma once

#include <cstdint>
#include <vector>

namespace motley {

struct StepTime {
    double fixedSeconds = 0; // independent of the share
    double secondsPerUnit = 0;

    double at(double units) const { return fixedSeconds + secondsPerUnit * units; }

    bool operator==(const StepTime &) const = default;
};

// Estimates the StepTime of one rank from its measured steps. The speed is that of all steps together, as under a quota
// of processor time most steps run at full speed and some stand still; a single slow step does not count. Where the
// latest steps differ from the earlier ones by more than chance, the earlier ones are dropped, so that a machine that
// became slower is noticed within a few steps. The fixed part can be estimated only when the share changes. It may be
// below 0: under a quota a small share takes less than in proportion, and the line through two shares leads to the one
// in between that is right.
class StepTimeFit {
public:
    // `expected`: the estimate before the first step. Once steps are measured, only the ratio of its two times matters.
    explicit StepTimeFit(StepTime expected = {});

    // One step, without the time waited for other ranks. Returns how many times as long steps take since a change of
    // speed that is seen in it; 1: none is.
    double add(double units, double seconds);
    void shareChanges(); // the steps added from now on have another share

    bool isReady() const; // enough steps were measured with the present share
    StepTime now() const; // the expected StepTime until a step is added
    double fixedUnits() const { return m_fixedUnits; } // units that take as long as the fixed part of a step
    std::vector<double> secondsPerUnit() const; // of each step of the window, oldest first

private:
    struct Measured {
        double units;
        double seconds;
    };

    double secondsPerUnit(const Measured &step) const;
    double uncertainty() const; // standard error of now() relative to it, from the noise of the steps
    Measured middle() const; // means of units and seconds over the window
    double forgetWhatChanged();
    void learnFixedPart();

    StepTime m_expected;
    double m_fixedUnits = 0;
    std::int64_t m_added = 0; // steps so far
    std::vector<Measured> m_window; // the latest steps, all with one share and at one speed
    Measured m_before{}; // means with the previous share; no seconds: there was none
};

} // namespace motley
