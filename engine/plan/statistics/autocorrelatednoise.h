// How much a series of times varies, and how much of that lasts: what other programs, the host of a virtual machine or
// a warm processor do to a step, they most often do to the next ones too. No number of steps averages that away.
#pragma once

#include <cstddef>
#include <vector>

namespace motley {

struct Noise {
    double deviation = 0; // of one value, robust and cautious
    double autocorrelated = 0; // the part of the variance that is still there several values later, 0 to 1
};

// Of values in the order of their time, which were at one level all along but for what befell them. Fewer than
// `fewestForNoise` say nothing of what lasts.
Noise noiseOf(const std::vector<double> &values);
constexpr std::size_t fewestForNoise = 20;

Noise larger(const Noise &one, const Noise &other); // of each

// The standard error of the difference between the medians of that many values. `before` may be 0: of one median alone.
double errorOfMedians(const Noise &noise, std::size_t before, std::size_t latest);

} // namespace motley
