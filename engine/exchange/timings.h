// How long a part of a step took on one rank.
#pragma once

namespace motley {

struct Timings {
    double computeSeconds = 0;
    double exchangeSeconds = 0; // in which this rank waited for others, and computed nothing

    Timings &operator+=(const Timings &more)
    {
        computeSeconds += more.computeSeconds;
        exchangeSeconds += more.exchangeSeconds;
        return *this;
    }
};

} // namespace motley
