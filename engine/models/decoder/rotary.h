// Rotates pairs of numbers of queries and keys by angles that grow with the position.
#pragma once

#include "engine/formats/decoder/rotaryconfig.h"

#include <ATen/core/Tensor.h>

namespace motley {

struct RotaryAngles { // [samples or 1, tokens, 1, rotated numbers of a head]
    at::Tensor cosines;
    at::Tensor sines;
};

class Rotary {
public:
    Rotary(const RotaryConfig &config, std::int64_t headSize);

    // positions: int64 [samples or 1, tokens]; `lengths`, of the same size: tokens of the text that each token is of,
    // read where dependsOnLength(); the result is of `type`.
    RotaryAngles angles(const at::Tensor &positions, const at::Tensor &lengths, at::ScalarType type);

    bool dependsOnLength() const { return m_config.kind == RotaryConfig::Kind::LongRope; }
    bool isLong(std::int64_t tokens) const { return dependsOnLength() && tokens > m_config.originalPositions; }

private:
    RotaryConfig m_config;
    at::Tensor m_frequencies; // radians a position, of each pair
    at::Tensor m_longFrequencies; // LongRope
};

at::Tensor rotated(const at::Tensor &x, const RotaryAngles &angles); // x: [samples, tokens, heads, size]

} // namespace motley
