// Whole numbers of 8 bits, with a scale for each output: w = q * s, with s the largest of the row over 127.
#pragma once

#include "engine/models/quantization/packedweight.h"

namespace motley {

class Int8Weight : public PackedWeight {
public:
    explicit Int8Weight(const at::Tensor &weight); // packs it; the same on every machine

    static std::int64_t bytesFor(std::int64_t outputs, std::int64_t inputs); // of parts()

    at::Tensor dense() const override;
    std::vector<PackedPart> parts() const override { return {{"weight", m_numbers}, {"scale", m_scales}}; }

private:
    at::Tensor m_numbers; // int8 [outputs, inputs]
    at::Tensor m_scales; // float32 [outputs]
};

} // namespace motley
