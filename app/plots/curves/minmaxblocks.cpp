#include "app/plots/curves/minmaxblocks.h"

#include <algorithm>
#include <bit>

namespace motley {

namespace {

using Block = MinMaxBlocks::Block;

std::array<double, 3> samplesOf(std::span<const double> values)
{
    return {values.front(), values[values.size() / 2], values.back()};
}

bool areSame(const std::array<double, 3> &some, const std::array<double, 3> &others)
{
    const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); }; // as NaN is not equal to itself
    return std::equal(some.begin(), some.end(), others.begin(), [&](double a, double b) { return bits(a) == bits(b); });
}

struct Extremes {
    double least = 0;
    double greatest = 0;
    bool allFinite = true; // else the others say nothing
};

// In lanes that do not wait for each other, which a processor does some of at once.
Extremes extremesOf(std::span<const double> values)
{
    constexpr std::size_t lanes = 8;
    std::array<double, lanes> least{}, greatest{}, finite{};
    least.fill(values.front());
    greatest = least;
    const auto add = [&](std::size_t lane, double value) {
        least[lane] = value < least[lane] ? value : least[lane];
        greatest[lane] = value > greatest[lane] ? value : greatest[lane];
        finite[lane] += value * 0; // NaN for any other
    };
    const std::size_t even = values.size() - values.size() % lanes;
    for (std::size_t i = 0; i < even; i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            add(lane, values[i + lane]);
    for (std::size_t i = even; i < values.size(); ++i)
        add(0, values[i]);
    return {*std::min_element(least.begin(), least.end()), *std::max_element(greatest.begin(), greatest.end()),
        std::all_of(finite.begin(), finite.end(), [](double zero) { return zero == 0; })};
}

} // namespace

Block blockOf(std::span<const double> values)
{
    Block block{.samples = samplesOf(values)};
    const Extremes extremes = extremesOf(values);
    block.allFinite = extremes.allFinite;
    if (!block.allFinite)
        return block;
    block.least = extremes.least;
    block.greatest = extremes.greatest;
    const auto placeOf = [&](double value) { return std::find(values.begin(), values.end(), value) - values.begin(); };
    block.leastAt = static_cast<std::uint8_t>(placeOf(block.least));
    block.greatestAt = static_cast<std::uint8_t>(placeOf(block.greatest));
    return block;
}

void MinMaxBlocks::update(std::span<const double> column)
{
    const std::size_t count = column.size() / size;
    m_blocks.resize(std::min(m_blocks.size(), count));
    for (std::size_t i = 0; i < count; ++i) {
        const auto values = column.subspan(i * size, size);
        if (i == m_blocks.size())
            m_blocks.push_back(blockOf(values));
        else if (!areSame(m_blocks[i].samples, samplesOf(values)))
            m_blocks[i] = blockOf(values);
    }
}

const Block *MinMaxBlocks::from(std::size_t index, std::size_t end) const
{
    const std::size_t block = index / size;
    const bool isWhole = index % size == 0 && index + size <= end && block < m_blocks.size();
    return isWhole && m_blocks[block].allFinite ? &m_blocks[block] : nullptr;
}

} // namespace motley
