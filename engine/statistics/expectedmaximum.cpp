#include "engine/statistics/expectedmaximum.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr double widest = 6; // deviations, beyond which nothing is
constexpr int intervals = 192;

double chanceBelow(double seconds, const NoisyTime &time)
{
    if (time.deviation <= 0)
        return seconds < time.seconds ? 0 : 1;
    return 0.5 * std::erfc((time.seconds - seconds) / time.deviation / std::sqrt(2.0));
}

} // namespace

double expectedMaximum(const std::vector<NoisyTime> &times)
{
    double longest = 0;
    double deviation = 0;
    for (const NoisyTime &time : times) {
        longest = std::max(longest, time.seconds);
        deviation = std::max(deviation, time.deviation);
    }
    if (deviation <= 0)
        return longest;
    // Adds the chance of a longer time above `longest`, and subtracts that of a shorter one below.
    const double from = longest - widest * deviation;
    const double width = 2 * widest * deviation / intervals;
    double mean = longest;
    for (int i = 0; i < intervals; ++i) {
        const double seconds = from + (i + 0.5) * width;
        double allBelow = 1;
        for (const NoisyTime &time : times)
            if (time.seconds + widest * time.deviation > from)
                allBelow *= chanceBelow(seconds, time);
        mean += width * (seconds < longest ? -allBelow : 1 - allBelow);
    }
    return mean;
}

} // namespace motley
