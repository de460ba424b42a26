// Tells whether one kind of time of a run has risen above its first level by more than chance explains.
//
// The method is the CUSUM of E. S. Page, "Continuous inspection schemes", Biometrika 41, 1954, on log ratios of the
// times to a baseline, with two reference values: one for small changes, one for half speed. The .cpp gives its
// thresholds, its constants and their sources.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace motley {

struct ChangeRules {
    std::size_t fewestSteps = 6; // that can show a change: twice as many as pass for a short slowdown
    std::optional<double> expected = {}; // from the beginning; without it only the run's own first steps count
    double toleratedOfExpected = 0.067; // log ratio; more where what is expected is less sure than a baseline
};

class ChangeDetector {
public:
    explicit ChangeDetector(ChangeRules rules = {}) : m_rules(rules) { }

    // `whole`: measures the change, such as the time of a step; 0: the level itself does.
    void add(std::int64_t step, double value, double whole = 0);
    // Forgets the baseline from this step on and expects `expected`, if given. A high series stays high. An old
    // expectation stays where nothing was compared with it yet.
    void restart(std::int64_t step, std::optional<double> expected = std::nullopt);

    bool isHigh() const { return m_isHigh; }
    bool isFalling() const { return m_fallen.value > 0; } // while it is high: it may be over
    std::int64_t since() const { return m_since; } // the first high step; 0: it was never as expected
    double now() const; // median of the latest values, or of the latest high ones
    double level() const { return m_level; } // the baseline, or what was expected
    std::optional<double> baseline() const; // as far as it is known; without the values that may have risen

private:
    struct Measured {
        std::int64_t step;
        double value;
        double whole;

        double logRatioTo(double level) const;
    };
    // Page's cumulative sum, in parts of its threshold.
    struct Sum {
        double value = 0;
        std::size_t steps = 0; // since it last was 0

        bool add(double term, double threshold, std::size_t fewestSteps); // whether it has passed the threshold
    };

    void learnBaseline();
    void compareWithBaseline();
    bool hasRisen(double logRatio, double tolerance);
    void becomeHigh(std::int64_t since);
    std::int64_t beginningOfRise() const;
    void checkReturn();
    void relearn(std::size_t latestSteps);
    void keepBaseline(const Measured &measured);
    void keepNoise(double logRatio);
    double threshold(double reference) const;
    std::vector<double> latest(std::size_t count) const;

    ChangeRules m_rules;
    std::int64_t m_added = 0;
    std::int64_t m_expectedSince = 0;
    bool m_isHigh = false;
    double m_level = 0;
    double m_highest = 0; // log ratio of now() to the level while it was high
    std::int64_t m_since = 0;
    std::vector<double> m_baseline;
    std::deque<Measured> m_latest;
    std::size_t m_undecided = 0; // of the latest: they may have risen
    std::deque<double> m_noise; // log ratios to the baseline of their time, without those that were high
    double m_deviation = 0; // of the noise, in the long run
    Sum m_risen;
    Sum m_risenFar;
    Sum m_fallen;
};

} // namespace motley
