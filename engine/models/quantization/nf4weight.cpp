#include "engine/models/quantization/nf4weight.h"

#include "engine/models/quantization/blockscales.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace motley {

namespace {

// The place of the nearest number of the ascending map; of two as near, the lower one's. Uint8, of the same size.
at::Tensor nearestIn(const at::Tensor &map, const at::Tensor &numbers)
{
    const at::Tensor between = (map.slice(0, 0, -1) + map.slice(0, 1)) / 2;
    return at::bucketize(numbers, between, /*out_int32=*/true).to(at::kByte);
}

// In an order of its own: ranks on unlike processors must pack alike, and the library sums as a processor likes to.
float meanOf(const at::Tensor &numbers)
{
    double sum = 0;
    const float *const first = numbers.const_data_ptr<float>();
    for (std::int64_t i = 0; i < numbers.numel(); ++i)
        sum += double(first[i]);
    return float(sum / double(numbers.numel()));
}

at::Tensor packPairs(at::Tensor places)
{
    if (places.numel() % 2 != 0)
        places = at::constant_pad_nd(places, {0, 1}); // never read
    const at::Tensor pairs = places.view({-1, 2});
    return pairs.select(1, 0).bitwise_left_shift(4).bitwise_or(pairs.select(1, 1));
}

at::Tensor pairsOf(const at::Tensor &map)
{
    const at::Tensor bytes = at::arange(256, at::kLong);
    return at::stack(
        {map.index_select(0, bytes.bitwise_right_shift(4)), map.index_select(0, bytes.bitwise_and(15))}, 1);
}

// Of a part of a packed weight at a time, so that little more than the result is ever in memory.
Nf4Parts partsOf(const at::Tensor &weight)
{
    const at::Tensor numbers = weight.detach().reshape({-1});
    Nf4Parts parts;
    parts.map = nf4Map().clone();
    parts.nestedMap = dynamicMap().clone();
    std::vector<at::Tensor> bytes;
    std::vector<at::Tensor> scales;
    for (std::int64_t first = 0; first < numbers.numel(); first += numbersAtOnce) {
        const std::int64_t count = std::min(numbersAtOnce, numbers.numel() - first);
        const at::Tensor wide = numbers.narrow(0, first, count).to(at::kFloat);
        scales.push_back(largestOfBlocks(wide, parts.block));
        bytes.push_back(packPairs(nearestIn(parts.map, dividedByLargest(wide, scales.back(), parts.block))));
    }
    parts.packed = at::cat(bytes);
    const at::Tensor all = at::cat(scales);
    const float mean = meanOf(all);
    const at::Tensor centred = all - mean;
    parts.offset = at::full({1}, mean, at::kFloat);
    parts.nestedScales = largestOfBlocks(centred, parts.nestedBlock);
    parts.scales = nearestIn(parts.nestedMap, dividedByLargest(centred, parts.nestedScales, parts.nestedBlock));
    return parts;
}

} // namespace

const at::Tensor &nf4Map()
{
    static const at::Tensor map = at::tensor({-1.0F, -0.6961928009986877F, -0.5250730514526367F, -0.39491748809814453F,
        -0.28444138169288635F, -0.18477343022823334F, -0.09105003625154495F, 0.0F, 0.07958029955625534F,
        0.16093020141124725F, 0.24611230194568634F, 0.33791524171829224F, 0.44070982933044434F, 0.5626170039176941F,
        0.7229568362236023F, 1.0F});
    return map;
}

// Seven decades, each with twice as many numbers as the one below, in the middle of equal steps from 0.1 to 1.
const at::Tensor &dynamicMap()
{
    static const at::Tensor map = [] {
        constexpr int decades = 7;
        constexpr float low = 0.1F;
        std::vector<float> numbers{0.0F, 1.0F};
        for (int decade = 0; decade < decades; ++decade) {
            const int count = 1 << decade;
            const float step = (1.0F - low) / float(count);
            const auto bound = [&](int i) { // as the library's linspace, from both ends
                return i < (count + 1) / 2 ? low + step * float(i) : 1.0F - step * float(count - i);
            };
            for (int i = 0; i < count; ++i) {
                const float middle = (bound(i) + bound(i + 1)) / 2.0F;
                const float number = float(std::pow(10.0, decade - decades + 1)) * middle;
                numbers.insert(numbers.end(), {number, -number});
            }
        }
        std::sort(numbers.begin(), numbers.end());
        return at::tensor(numbers);
    }();
    return map;
}

Nf4Weight::Nf4Weight(const at::Tensor &weight)
    : Nf4Weight(partsOf(weight), weight.size(0), weight.size(1), weight.scalar_type())
{
}

Nf4Weight::Nf4Weight(Nf4Parts parts, std::int64_t outputs, std::int64_t inputs, at::ScalarType type)
    : PackedWeight(outputs, inputs, type), m_parts(std::move(parts)), m_pairs(pairsOf(m_parts.map))
{
}

std::int64_t Nf4Weight::bytesFor(std::int64_t outputs, std::int64_t inputs)
{
    const Nf4Parts usual;
    const std::int64_t numbers = outputs * inputs;
    const std::int64_t scales = (numbers + usual.block - 1) / usual.block;
    const std::int64_t nested = (scales + usual.nestedBlock - 1) / usual.nestedBlock;
    constexpr std::int64_t tables = 256 * 2 + 256 + 1; // pairs, nested map, offset
    return (numbers + 1) / 2 + scales + (nested + tables) * std::int64_t(sizeof(float));
}

std::vector<PackedPart> Nf4Weight::parts() const
{
    std::vector<PackedPart> parts{{"weight", m_parts.packed}, {"absmax", m_parts.scales}, {"pairs", m_pairs}};
    if (m_parts.nestedScales.defined())
        parts.insert(parts.end(),
            {{"nested_absmax", m_parts.nestedScales}, {"nested_map", m_parts.nestedMap},
                {"nested_offset", m_parts.offset}});
    return parts;
}

at::Tensor Nf4Weight::scales() const
{
    if (!m_parts.nestedScales.defined())
        return m_parts.scales;
    const at::Tensor scales = m_parts.nestedMap.index_select(0, m_parts.scales.to(at::kInt));
    scaleBlocks(scales, m_parts.nestedScales, m_parts.nestedBlock);
    return scales.add_(m_parts.offset);
}

at::Tensor Nf4Weight::dense() const
{
    const std::int64_t numbers = outputs() * inputs();
    const at::Tensor all = at::empty({numbers}, m_pairs.options().dtype(type()));
    const at::Tensor scale = scales();
    for (std::int64_t first = 0; first < numbers; first += numbersAtOnce) {
        const std::int64_t count = std::min(numbersAtOnce, numbers - first);
        const at::Tensor bytes = m_parts.packed.narrow(0, first / 2, (count + 1) / 2).to(at::kInt);
        const at::Tensor wide = m_pairs.index_select(0, bytes).view({-1}).narrow(0, 0, count);
        const std::int64_t block = first / m_parts.block;
        scaleBlocks(wide, scale.narrow(0, block, scale.size(0) - block), m_parts.block);
        all.narrow(0, first, count).copy_(wide);
    }
    return all.view({outputs(), inputs()});
}

} // namespace motley
