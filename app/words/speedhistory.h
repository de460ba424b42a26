// The one definition of a run's speed: samples over the seconds of the steps that they took. The window and the command
// line ask here for every speed and every time that is left.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace motley {

class SpeedHistory {
public:
    void take(double samples, double seconds); // of a step
    void forgetFrom(std::size_t step); // the number of the first step that is forgotten, from 0

    // Over the last 50 steps; nullopt: there was none yet.
    std::optional<double> samplesPerSecond() const;

    // What that many further steps take at the speed of the last 50; nullopt: there were fewer than 20, the first of
    // which are slow, as caches and clocks warm up.
    std::optional<double> secondsFor(double steps) const;

private:
    std::size_t firstRecent() const;

    std::vector<double> m_samples{0}; // sums of the steps so far
    std::vector<double> m_seconds{0};
};

} // namespace motley
