// Which rank holds which range of the optimizer state: ZeRO stage 1 (Rajbhandari et al. 2020) with shards of any size.
// The parameters of a model are laid end to end as one array; rank r holds the state of the elements from cuts[r] up to
// cuts[r + 1].
#pragma once

#include <cstdint>
#include <vector>

namespace motley {

using ShardRanges = std::vector<std::int64_t>; // one entry more than ranks, from 0 up to the number of elements

// `numbers`: elements of the model. Ranges are in proportion to the shares, which are not below 0 and not all 0; cuts
// lie on multiples of 256 bytes of float32.
ShardRanges makeShardRanges(std::int64_t numbers, const std::vector<double> &shares);

// For optimizers that need whole tensors: `sizes` are the tensors' numbers of elements, and each cut lies on the tensor
// border nearest to its place in proportion to the shares.
ShardRanges makeShardRangesBetweenTensors(const std::vector<std::int64_t> &sizes, const std::vector<double> &shares);

} // namespace motley
