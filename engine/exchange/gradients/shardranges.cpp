#include "engine/exchange/gradients/shardranges.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace motley {

namespace {

constexpr std::int64_t alignment = 64; // elements: 256 bytes of float32

std::int64_t nearestBorder(const std::vector<std::int64_t> &borders, std::int64_t target)
{
    const auto above = std::lower_bound(borders.begin(), borders.end(), target);
    if (above == borders.begin())
        return *above;
    const auto below = above - 1;
    return above == borders.end() || target - *below <= *above - target ? *below : *above;
}

} // namespace

ShardRanges makeShardRanges(std::int64_t numbers, const std::vector<double> &shares)
{
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    ShardRanges cuts{0};
    double part = 0;
    for (std::size_t rank = 0; rank + 1 < shares.size(); ++rank) {
        part += shares[rank] / sum;
        const auto units = std::int64_t(std::llround(part * double(numbers) / double(alignment)));
        cuts.push_back(std::clamp(units * alignment, cuts.back(), numbers));
    }
    cuts.push_back(numbers);
    return cuts;
}

ShardRanges makeShardRangesBetweenTensors(const std::vector<std::int64_t> &sizes, const std::vector<double> &shares)
{
    std::vector<std::int64_t> borders{0};
    for (const std::int64_t size : sizes)
        borders.push_back(borders.back() + size);
    ShardRanges cuts = makeShardRanges(borders.back(), shares);
    for (std::int64_t &cut : cuts)
        cut = nearestBorder(borders, cut);
    return cuts;
}

} // namespace motley
