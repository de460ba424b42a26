#include "app/plots/curves/curverange.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace motley {

namespace {

constexpr std::size_t fewValues = 50; // of which none is wild
constexpr std::size_t enoughForPercentiles = 8192; // of more values each n-th is looked at
constexpr double farOff = 2; // distances between the percentiles
constexpr double decade = 10;

bool isDrawn(double value, bool logarithmic)
{
    return std::isfinite(value) && (!logarithmic || value > 0);
}

double percentile(std::vector<double> &values, double part)
{
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

} // namespace

std::optional<CurveRange> rangeOf(const ColumnPart &values, bool logarithmic)
{
    const auto counts = [logarithmic](double value) { return isDrawn(value, logarithmic); };
    CurveRange range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    const auto widen = [&](double least, double greatest) {
        range.least = std::min(range.least, least);
        range.greatest = std::max(range.greatest, greatest);
    };
    const auto addBlock = [&](const MinMaxBlocks::Block &block, std::size_t /*index*/) {
        if (!counts(block.least))
            return false;
        widen(block.least, block.greatest);
        return true;
    };
    visit(values, addBlock, [&](std::size_t i) {
        if (counts(values.column[i]))
            widen(values.column[i], values.column[i]);
    });
    if (range.least > range.greatest)
        return std::nullopt;
    range.from = range.least;
    range.to = range.greatest;
    const std::size_t stride = (values.end - values.begin) / enoughForPercentiles + 1;
    std::vector<double> some;
    for (std::size_t i = values.begin; i < values.end; i += stride)
        if (const double value = values.column[i]; counts(value))
            some.push_back(logarithmic ? std::log10(value) : value);
    if (some.size() < fewValues)
        return range;
    const double low = percentile(some, 0.01);
    const double high = percentile(some, 0.99);
    // A value that is not far from the others by its own size is not wild, as a warm-up from 0 is not.
    const double room = std::max(farOff * (high - low), logarithmic ? std::log10(decade) : std::abs(high));
    const auto back = [logarithmic](double value) { return logarithmic ? std::pow(decade, value) : value; };
    range.from = std::max(range.least, back(low - room));
    range.to = std::min(range.greatest, back(high + room));
    return range;
}

std::size_t countOutside(const ColumnPart &values, double from, double to, bool logarithmic)
{
    std::size_t count = 0;
    const auto isInside = [&](const MinMaxBlocks::Block &block, std::size_t /*index*/) {
        return block.least >= from && block.greatest <= to;
    };
    visit(values, isInside, [&](std::size_t i) {
        const double value = values.column[i];
        count += isDrawn(value, logarithmic) && (value < from || value > to);
    });
    return count;
}

} // namespace motley
