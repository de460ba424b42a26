#include "engine/plan/simulation/leastsquares.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace motley {

namespace {

constexpr double tooSmall = 1e-10; // pivot relative to its column, below which the features are linearly dependent

// Gauss-Jordan elimination with the largest pivot of each column. Columns are first scaled to unit length, because
// features differ by up to 12 orders of magnitude.
std::optional<std::vector<double>> solve(std::vector<std::vector<double>> matrix, std::vector<double> right)
{
    const std::size_t size = right.size();
    for (std::size_t column = 0; column < size; ++column) {
        std::size_t pivot = column;
        for (std::size_t row = column; row < size; ++row)
            if (std::abs(matrix[row][column]) > std::abs(matrix[pivot][column]))
                pivot = row;
        if (!(std::abs(matrix[pivot][column]) > tooSmall))
            return std::nullopt;
        std::swap(matrix[pivot], matrix[column]);
        std::swap(right[pivot], right[column]);
        for (std::size_t row = 0; row < size; ++row) {
            if (row == column)
                continue;
            const double factor = matrix[row][column] / matrix[column][column];
            for (std::size_t i = column; i < size; ++i)
                matrix[row][i] -= factor * matrix[column][i];
            right[row] -= factor * right[column];
        }
    }
    for (std::size_t i = 0; i < size; ++i)
        right[i] /= matrix[i][i];
    return right;
}

double squaredError(const std::vector<double> &factors, const std::vector<Observation> &observations)
{
    double sum = 0;
    for (const Observation &seen : observations)
        sum += std::pow(predicted(factors, seen.features) / seen.value - 1, 2);
    return sum;
}

} // namespace

double predicted(const std::vector<double> &factors, const std::vector<double> &features)
{
    double value = 0;
    for (std::size_t i = 0; i < factors.size(); ++i)
        value += factors[i] * features[i];
    return value;
}

std::optional<std::vector<double>> fitFactors(const std::vector<Observation> &observations)
{
    const std::size_t size = observations.empty() ? 0 : observations.front().features.size();
    if (size == 0 || observations.size() < size)
        return std::nullopt;
    std::vector<double> lengths(size, 0);
    for (const Observation &seen : observations)
        for (std::size_t i = 0; i < size; ++i)
            lengths[i] += std::pow(seen.features[i] / seen.value, 2);
    for (double &length : lengths)
        length = length > 0 ? std::sqrt(length) : 1;
    std::vector<std::vector<double>> matrix(size, std::vector<double>(size, 0));
    std::vector<double> right(size, 0);
    for (const Observation &seen : observations)
        for (std::size_t i = 0; i < size; ++i) {
            const double feature = seen.features[i] / seen.value / lengths[i];
            right[i] += feature;
            for (std::size_t j = 0; j < size; ++j)
                matrix[i][j] += feature * seen.features[j] / seen.value / lengths[j];
        }
    auto factors = solve(std::move(matrix), std::move(right));
    if (factors)
        for (std::size_t i = 0; i < size; ++i)
            (*factors)[i] /= lengths[i];
    return factors;
}

// There are few features, so every subset of them is fitted and the best one with positive factors is taken.
std::vector<double> fitPositiveFactors(const std::vector<Observation> &observations)
{
    const std::size_t size = observations.empty() ? 0 : observations.front().features.size();
    std::vector<double> best(size, 0);
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t set = 1; set < std::size_t(1) << size; ++set) {
        std::vector<Observation> chosen = observations;
        for (Observation &seen : chosen) {
            std::vector<double> features;
            for (std::size_t i = 0; i < size; ++i)
                if ((set >> i & 1) != 0)
                    features.push_back(seen.features[i]);
            seen.features = std::move(features);
        }
        const auto factors = fitFactors(chosen);
        if (!factors || std::any_of(factors->begin(), factors->end(), [](double factor) { return factor < 0; }))
            continue;
        std::vector<double> whole(size, 0);
        auto factor = factors->begin();
        for (std::size_t i = 0; i < size; ++i)
            if ((set >> i & 1) != 0)
                whole[i] = *factor++;
        const double error = squaredError(whole, observations);
        if (error < least) {
            least = error;
            best = whole;
        }
    }
    return best;
}

} // namespace motley
