// The number format of forward and backward pass. Parameters, gradients and optimizer state stay float32.
#pragma once

namespace motley {

struct PrecisionSpec {
    enum class Kind { Float32, BFloat16, Float16 };
    Kind kind = Kind::Float32; // of matrix products and convolutions; operations that need a wide range stay float32
    bool tf32 = false; // GPUs may multiply float32 numbers with 10 bits of mantissa instead of 23
    double lossScale = 65536; // initial value for float16; it adapts

    bool operator==(const PrecisionSpec &) const = default;
};

} // namespace motley
