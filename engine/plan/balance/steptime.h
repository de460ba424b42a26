// How long one rank takes for its part of a step: t(units) = fixedSeconds + secondsPerUnit * units. A unit is what
// shares are counted in: a sample, or in translation a token.
#pragma once

#include <cstdint>
#include <vector>

namespace motley {

struct StepTime {
    double fixedSeconds = 0; // whatever the share is
    double secondsPerUnit = 0;

    double at(double units) const { return fixedSeconds + secondsPerUnit * units; }

    bool operator==(const StepTime &) const = default;
};

// Follows the steps of one rank as they are measured. The speed is a median, so that a single slow step means nothing;
// where the latest steps differ from those before by more than chance, those before are forgotten, so that a machine
// that became slower shows within a few steps. What a step costs whatever its share is seen only when the share
// changes.
class StepTimeFit {
public:
    // What is known before the first step; only the ratio of the two matters once steps are measured.
    explicit StepTimeFit(StepTime expected = {});

    void add(double units, double seconds); // without the time waited for other ranks
    void shareChanges(); // what is added from now on has another share

    bool isReady() const; // enough was measured with this share
    StepTime now() const; // what was expected, before anything was measured
    double fixedUnits() const { return m_fixedUnits; } // that take as long as what a step costs whatever the share is
    std::vector<double> secondsPerUnit() const; // of each step with this share at this speed, oldest first

private:
    struct Measured {
        double units;
        double seconds;
    };

    double secondsPerUnit(const Measured &step) const;
    double uncertainty() const; // standard error of now() relative to it, of what is random from step to step
    Measured middle() const; // medians of the window
    void forgetWhatChanged();
    void learnFixedPart();

    StepTime m_expected;
    double m_fixedUnits = 0;
    bool m_fixedIsMeasured = false;
    std::int64_t m_added = 0; // steps so far
    std::vector<Measured> m_window; // the latest, all with one share and at one speed
    Measured m_before{}; // medians with the share before this one; no seconds: there was none
};

} // namespace motley
