// The one definition of a run's speed: samples, or tokens where the batch counts them, over the seconds of the steps
// that they took. The window and the command
// line ask here for every speed and every time that is left.
#pragma once

#include "app/words/planwords.h"
#include "engine/protocol/event.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace motley {

double unitsOf(const RankStep &rank, BatchUnit unit);
double unitsOf(const StepDone &step, BatchUnit unit);

class SpeedHistory {
public:
    void add(double samples, double seconds); // of a step
    void reserve(std::size_t steps);
    void forgetFrom(std::size_t step); // the number of the first step that is forgotten, from 0

    // Over the last 50 steps; nullopt: there was none yet.
    std::optional<double> samplesPerSecond() const;
    std::optional<double> meanSamplesPerSecond() const; // over all steps
    // Over the steps with from <= number < to, counted from 0; nullopt: they took no time.
    std::optional<double> samplesPerSecond(std::size_t from, std::size_t to) const;

    // Seconds that so many further steps take at the speed of the last 50. nullopt: there were fewer than 20 steps,
    // which say little, as caches and clocks warm up in the first.
    std::optional<double> secondsFor(double steps) const;

    // Compares the time of each 20 steps with what secondsFor() had said before them. The range of these ratios always
    // includes 1, the ratio of an estimate that comes true.
    struct Outcomes {
        double least = 1;
        double most = 1;
    };
    std::optional<Outcomes> outcomes() const { return m_outcomes; } // nullopt: there were fewer than 40 steps

    // secondsFor() times the least and the greatest of outcomes(); nullopt: outcomes() is nullopt.
    struct Range {
        double least = 0; // seconds
        double most = 0;
    };
    std::optional<Range> rangeFor(double steps) const;

private:
    std::size_t firstRecent() const { return firstRecent(m_samples.size() - 1); }
    static std::size_t firstRecent(std::size_t steps);
    double secondsPerStep(std::size_t from, std::size_t to) const;
    void compareWithEstimate(std::size_t steps);

    std::vector<double> m_samples{0}; // sums of the steps so far
    std::vector<double> m_seconds{0};
    std::optional<Outcomes> m_outcomes;
};

} // namespace motley
