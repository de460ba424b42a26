// Whether one kind of time of a run has risen above what it was at first, by more than chance explains.
#pragma once

#include "engine/plan/statistics/autocorrelatednoise.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace motley {

struct ChangeDetectorOptions {
    // Of `whole`. That machines of one kind differ by less is a measurement of CM-DARE (Li et al., ICDCS 2020).
    double threshold = 0.067;
    std::size_t fewestSteps = 8; // that are held against those before; two and four times as many see smaller changes
    std::optional<double> expected = {}; // from the beginning; without it only the run's own first steps count
    double expectedThreshold = 0.067; // against what is expected, which may be less sure
};

// Every value is a median of several steps, its error follows from how much they vary and how much of that lasts: a
// single slow step means nothing, noisy times must rise further than calm ones, and those that have risen and fallen
// before further still.
class ChangeDetector {
public:
    explicit ChangeDetector(ChangeDetectorOptions rules = {}) : m_rules(rules) { }

    // `whole` is what a change is measured by, such as the time of a step; 0: by the level itself.
    void add(std::int64_t step, double value, double whole = 0);
    // What was so far is no measure of what comes from this step on, but for what is expected of it, if anything. What
    // is high stays high, and an expectation that nothing was held against yet stays as it is.
    void restart(std::int64_t step, std::optional<double> expected = std::nullopt);

    bool isHigh() const { return m_isHigh; }
    std::int64_t since() const { return m_since; } // the first high step; 0: it was never as expected
    double now() const; // median of the latest values, or of the latest high ones
    double level() const { return m_level; } // what it was before, or what was expected
    std::optional<double> calm() const; // what it was before the latest values, if there were any

private:
    struct Measured {
        std::int64_t step;
        double value;
    };

    void forgetCalm();
    std::vector<double> latest(std::size_t count) const;
    std::vector<double> before(std::size_t count) const;
    double error(const std::vector<double> &before, const std::vector<double> &latest) const;
    void pass(std::size_t count);
    void forgetPast();
    Noise pastNoise() const;
    void compareWithExpected(double whole);
    void compareWithBefore(double whole);
    void checkReturn(double whole);
    void becomeHigh(double level, double threshold, std::int64_t since);
    std::int64_t beginningOfRise(double level, double risen) const;
    std::size_t stepsSince(std::int64_t step) const;

    ChangeDetectorOptions m_rules;
    int m_toSkip = 5; // the first steps fill caches
    bool m_isCompared = false; // with what was expected
    bool m_wasSeen = false; // what is expected, in this run: fewer steps show that it is so no more
    std::int64_t m_expectedSince = 0;
    bool m_isHigh = false;
    double m_level = 0;
    double m_threshold = 0; // above the level, that was passed
    double m_highest = 0; // that now() was while it was high
    std::int64_t m_since = 0;
    std::vector<double> m_calm; // the first values
    std::optional<double> m_calmLevel; // their median, once they are complete
    std::deque<Measured> m_latest;
    std::deque<double> m_past; // values before those, at the level of now
    Noise m_learned; // at levels before
};

} // namespace motley
