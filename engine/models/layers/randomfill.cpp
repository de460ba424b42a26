#include "engine/models/layers/randomfill.h"

namespace motley {

namespace {

// An approximately normal number: the sum of twelve uniform 16-bit numbers, each with variance (2^32 - 1) / 12, minus
// its mean.
double drawNormal(Random &random)
{
    std::int64_t sum = 0;
    for (int word = 0; word < 3; ++word) {
        const std::uint64_t bits = random.next();
        for (int shift = 0; shift < 64; shift += 16)
            sum += std::int64_t(bits >> shift & 0xffff);
    }
    return (double(sum) - 12 * 32767.5) * 0x1p-16;
}

} // namespace

void fillNormally(const at::Tensor &tensor, double deviation, Random &random)
{
    float *values = tensor.data_ptr<float>();
    for (std::int64_t i = 0; i < tensor.numel(); ++i)
        values[i] = float(drawNormal(random) * deviation);
}

void fillUniformly(const at::Tensor &tensor, double bound, Random &random)
{
    float *values = tensor.data_ptr<float>();
    for (std::int64_t i = 0; i < tensor.numel(); ++i)
        values[i] = float((double(random.next() >> 11) * 0x1p-52 - 1) * bound);
}

} // namespace motley
