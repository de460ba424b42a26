// NF4 with double quantisation (Dettmers et al. 2023), as bitsandbytes stores it: each number is one of 16, times the
// largest of its block of 64; these scales are 8 bits each, times the largest of their own block of 256, about a mean.
#pragma once

#include "engine/models/quantization/packedweight.h"

namespace motley {

// What bitsandbytes has in files; undefined where scales are not quantised: nestedScales, nestedMap and offset.
struct Nf4Parts {
    at::Tensor packed; // uint8 [bytes]: two numbers each, the first in the upper half
    at::Tensor scales; // uint8 [blocks], places in nestedMap; or float32
    at::Tensor map; // float32 [16]
    at::Tensor nestedScales; // float32 [blocks of blocks]
    at::Tensor nestedMap; // float32 [256]
    at::Tensor offset; // float32 [1], added to scales
    std::int64_t block = 64;
    std::int64_t nestedBlock = 256;
};

class Nf4Weight : public PackedWeight {
public:
    explicit Nf4Weight(const at::Tensor &weight); // packs it; the same on every machine
    // `parts` have the sizes that those of a weight of this shape have, and whole blocks that divide 2^24.
    Nf4Weight(Nf4Parts parts, std::int64_t outputs, std::int64_t inputs, at::ScalarType type);

    static std::int64_t bytesFor(std::int64_t outputs, std::int64_t inputs); // of parts() of one that is packed here

    at::Tensor dense() const override;
    std::vector<PackedPart> parts() const override;

private:
    at::Tensor scales() const; // float32 [blocks]

    Nf4Parts m_parts;
    at::Tensor m_pairs; // float32 [256, 2]: the two numbers that a byte stands for
};

const at::Tensor &nf4Map(); // float32 [16]: quantiles of a normal distribution
const at::Tensor &dynamicMap(); // float32 [256], ascending (Dettmers 2016, "dynamic tree" numbers)

} // namespace motley
