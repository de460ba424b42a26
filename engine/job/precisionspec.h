// In what numbers the forward and backward pass compute. Parameters, their gradients and the optimizer stay float32.
#pragma once

namespace motley {

struct PrecisionSpec {
    enum class Kind { Float32, BFloat16, Float16 };
    Kind kind = Kind::Float32; // of matrix products and convolutions; what needs a wide range stays float32
    bool tf32 = false; // GPUs may multiply float32 numbers with 10 bits behind the point instead of 23
    double lossScale = 65536; // of float16 at first; it adapts

    bool operator==(const PrecisionSpec &) const = default;
};

} // namespace motley
