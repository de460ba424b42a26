// Which rank holds which range of the optimizer state, where each holds only a part of it (Rajbhandari et al. 2020,
// stage 1, with parts of any size). The parameters of a model laid end to end are numbers; rank r holds the state of
// those from cuts[r] up to cuts[r + 1].
#pragma once

#include <cstdint>
#include <vector>

namespace motley {

using ShardRanges = std::vector<std::int64_t>; // one more than ranks, from 0 up to all numbers

// In proportion to the shares, which are not below 0 and not all 0; cuts lie on multiples of 256 bytes of float32.
ShardRanges makeShardRanges(std::int64_t numbers, const std::vector<double> &shares);

// The same for rules that need whole tensors of these sizes: cuts lie on the borders nearest to those.
ShardRanges makeShardRangesBetweenTensors(const std::vector<std::int64_t> &sizes, const std::vector<double> &shares);

} // namespace motley
