// Linear least squares with relative errors.
#pragma once

#include <optional>
#include <vector>

namespace motley {

struct Observation {
    std::vector<double> features; // includes a 1 where the model has a constant term
    double value = 0; // measured value, above 0
};

// The factors of the features that minimise the sum of (predicted / value - 1)^2: every measurement counts alike,
// however large its value. nullopt: the observations do not determine the factors.
std::optional<std::vector<double>> fitFactors(const std::vector<Observation> &observations);

// The least-squares factors among those that are not below 0; factors that would be below 0 become 0.
std::vector<double> fitPositiveFactors(const std::vector<Observation> &observations);

double predicted(const std::vector<double> &factors, const std::vector<double> &features);

} // namespace motley
