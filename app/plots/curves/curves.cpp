#include "app/plots/curves/curves.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace motley {

Smoother::Smoother(double weight) : m_weight(weight) { }

double Smoother::next(double value)
{
    if (!std::isfinite(value) || m_weight <= 0)
        return value;
    m_average = m_weight * m_average + (1 - m_weight) * value;
    if (m_remaining == 0)
        return m_average;
    m_remaining *= m_weight;
    if (1 - m_remaining == 1)
        m_remaining = 0;
    return m_average / (1 - m_remaining);
}

std::vector<double> smoothed(std::span<const double> values, double weight)
{
    std::vector<double> result;
    smooth(values, weight, result);
    return result;
}

void smooth(std::span<const double> values, double weight, std::vector<double> &result)
{
    if (values.empty())
        result = {};
    result.resize(values.size());
    Smoother smoother(weight);
    std::transform(values.begin(), values.end(), result.begin(), [&](double value) { return smoother.next(value); });
}

std::optional<std::size_t> nearestPoint(std::span<const double> x, double at, double reach)
{
    const auto after = static_cast<std::size_t>(std::lower_bound(x.begin(), x.end(), at) - x.begin());
    std::optional<std::size_t> nearest;
    for (std::size_t i = after - (after > 0); i < x.size() && i <= after; ++i)
        if (std::abs(x[i] - at) <= (nearest ? std::abs(x[*nearest] - at) : reach))
            nearest = i;
    return nearest;
}

std::optional<double> besideNearest(std::span<const double> x, std::optional<double> at, std::span<const double> other)
{
    const auto index = at ? nearestPoint(x, *at, std::numeric_limits<double>::infinity()) : std::nullopt;
    return index && *index < other.size() ? std::optional(other[*index]) : std::nullopt;
}

namespace {

// Blocks of a column that ends with the block in which its edge is: by less than a sixteenth of a pixel.
constexpr std::size_t manyBlocks = 16;
constexpr std::size_t worthABlock = 16; // values; fewer are looked at one by one

// The points of one pixel column, reduced to at most four when it is left.
class Column {
public:
    void add(std::size_t index, double y)
    {
        if (m_empty) {
            m_first = m_least = m_greatest = index;
            m_leastY = m_greatestY = y;
            m_empty = false;
        }
        if (y < m_leastY) {
            m_leastY = y;
            m_least = index;
        }
        if (y > m_greatestY) {
            m_greatestY = y;
            m_greatest = index;
        }
        m_last = index;
    }

    void add(const MinMaxBlocks::Block &block, std::size_t index, std::size_t count) // from its first value on
    {
        add(index, block.samples.front());
        add(index + std::min(block.leastAt, block.greatestAt),
            block.leastAt < block.greatestAt ? block.least : block.greatest);
        add(index + std::max(block.leastAt, block.greatestAt),
            block.leastAt < block.greatestAt ? block.greatest : block.least);
        add(index + count - 1, block.samples.back());
    }

    void moveTo(std::vector<CurvePoint> &points, std::span<const double> x, std::span<const double> y)
    {
        if (m_empty)
            return;
        std::size_t order[] = {m_first, std::min(m_least, m_greatest), std::max(m_least, m_greatest), m_last};
        std::size_t previous = order[0];
        points.push_back({x[previous], y[previous]});
        for (const auto index : order) {
            if (index != previous)
                points.push_back({x[index], y[index]});
            previous = index;
        }
        m_empty = true;
    }

private:
    bool m_empty = true;
    std::size_t m_first = 0, m_least = 0, m_greatest = 0, m_last = 0;
    double m_leastY = 0, m_greatestY = 0;
};

// The index of the first x that is not less, from `begin` on; `guess` is near it, as points lie about equally far from
// each other: far apart in memory, each look costs.
std::size_t firstNotLess(std::span<const double> x, std::size_t begin, std::size_t end, double value, std::size_t guess)
{
    std::size_t low = std::clamp(guess, begin, end);
    std::size_t high = low;
    for (std::size_t by = 1; low > begin && x[low - 1] >= value; by *= 2) {
        high = low - 1;
        low -= std::min(by, low - begin);
    }
    for (std::size_t by = 1; high < end && x[high] < value; by *= 2) {
        low = high + 1;
        high += std::min(by, end - high);
    }
    const auto at = [&](std::size_t index) { return x.begin() + static_cast<std::ptrdiff_t>(index); };
    return static_cast<std::size_t>(std::lower_bound(at(low), at(high), value) - x.begin());
}

void endLine(std::vector<CurvePoint> &points, Column &column, std::span<const double> x, std::span<const double> y,
    std::size_t at)
{
    column.moveTo(points, x, y);
    if (!points.empty() && !std::isnan(points.back().y))
        points.push_back({x[at], std::nan("")});
}

} // namespace

std::pair<std::size_t, std::size_t> pointsWithin(std::span<const double> x, double from, double to)
{
    const auto begin = std::lower_bound(x.begin(), x.end(), from);
    const auto end = std::upper_bound(begin, x.end(), to);
    return {static_cast<std::size_t>(begin - x.begin()), static_cast<std::size_t>(end - x.begin())};
}

ThinnedCurve thinned(std::span<const double> x, std::span<const double> y, double from, double to, int columns,
    bool positiveOnly, bool gaps, bool logarithmicX, const MinMaxBlocks *blocks)
{
    const auto count = std::min(x.size(), y.size());
    const auto within = pointsWithin(x.first(count), from, to);
    const std::size_t begin = within.first - (within.first > 0);
    const std::size_t end = within.second + (within.second < count);

    ThinnedCurve result;
    const bool all = end - begin <= static_cast<std::size_t>(std::max(columns, 1)) * 4;
    const auto scaled = [logarithmicX](double value) { return logarithmicX ? std::log(value) : value; };
    const auto unscaled = [logarithmicX](double value) { return logarithmicX ? std::exp(value) : value; };
    const double width = (scaled(to) - scaled(from)) / std::max(columns, 1);
    const auto endOfColumn = [&](double at) {
        return unscaled(scaled(from) + (std::floor((scaled(at) - scaled(from)) / width) + 1) * width);
    };
    Column column;
    std::size_t columnBegin = begin;
    std::size_t columnEnd = begin;
    double markEnd = from;
    const auto enter = [&](std::size_t i) { // the column of this point
        if (i < columnEnd)
            return;
        column.moveTo(result.points, x, y);
        const std::size_t usual = columnEnd - std::exchange(columnBegin, i);
        columnEnd = firstNotLess(x, i, end, endOfColumn(x[i]), i + usual);
    };
    const auto mayEndAt = [&](std::size_t blockEnd) { // unless a pause lies between the points
        const double wide = x[columnEnd - 1] - x[columnBegin];
        return columnEnd - columnBegin >= manyBlocks * MinMaxBlocks::size
            && x[blockEnd - 1] - x[columnBegin] <= wide * (1 + 1.0 / manyBlocks);
    };
    const auto addBlock = [&](const MinMaxBlocks::Block &block, std::size_t i) {
        if (positiveOnly && block.least <= 0)
            return false;
        const std::size_t blockEnd = i + MinMaxBlocks::size;
        for (std::size_t first = i, last = i; first < blockEnd; first = last) {
            enter(first);
            if (columnEnd < blockEnd && mayEndAt(blockEnd))
                columnEnd = blockEnd;
            last = std::max(first + 1, std::min(columnEnd, blockEnd));
            const std::size_t part = last - first;
            if (part == MinMaxBlocks::size)
                column.add(block, first, part);
            else if (part >= worthABlock)
                column.add(blockOf(y.subspan(first, part)), first, part);
            else
                for (std::size_t each = first; each < last; ++each)
                    column.add(each, y[each]);
        }
        return true;
    };
    const auto addPoint = [&](std::size_t i) {
        if (!std::isfinite(y[i]) || (positiveOnly && y[i] <= 0)) {
            ++result.leftOut;
            if (x[i] >= markEnd) {
                result.marks.push_back(x[i]);
                markEnd = endOfColumn(x[i]);
            }
            if (gaps)
                endLine(result.points, column, x, y, i);
        } else if (all) {
            result.points.push_back({x[i], y[i]});
        } else {
            enter(i);
            column.add(i, y[i]);
        }
    };
    visit(ColumnPart{y, begin, end, all ? nullptr : blocks}, addBlock, addPoint);
    column.moveTo(result.points, x, y);
    return result;
}

} // namespace motley
