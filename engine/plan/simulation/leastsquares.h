// The straight line, or plane, nearest to some measurements.
#pragma once

#include <optional>
#include <vector>

namespace motley {

struct Observation {
    std::vector<double> features; // with a 1 among them where the line need not begin at zero
    double value = 0; // above 0
};

// Factors of the features with which the sum of (predicted / value - 1)^2 is least: every measurement counts alike,
// however long it took. nullopt: the observations do not determine them.
std::optional<std::vector<double>> fitFactors(const std::vector<Observation> &observations);

// The same with no factor below 0: of those that come out below, the ones that must be are set to 0.
std::vector<double> fitPositiveFactors(const std::vector<Observation> &observations);

double predicted(const std::vector<double> &factors, const std::vector<double> &features);

} // namespace motley
