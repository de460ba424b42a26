#include "app/plots/minmaxblocks.h"

#include <algorithm>
#include <bit>
#include <cmath>

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

Block blockOf(std::span<const double> values)
{
    Block block{.samples = samplesOf(values)};
    block.allFinite = std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
    if (!block.allFinite)
        return block;
    const auto least = std::min_element(values.begin(), values.end());
    const auto greatest = std::max_element(values.begin(), values.end());
    block.least = *least;
    block.greatest = *greatest;
    block.leastAt = static_cast<std::uint8_t>(least - values.begin());
    block.greatestAt = static_cast<std::uint8_t>(greatest - values.begin());
    return block;
}

} // namespace

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
