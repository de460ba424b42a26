#include "engine/models/quantization/blockscales.h"

#include <ATen/ATen.h>

namespace motley {

namespace {

constexpr double leastDivisor = 1e-38; // as in bitsandbytes

// f(numbers, their scales, of this form) for the whole blocks, and for what is left.
template <typename Function>
void forBlocks(const at::Tensor &numbers, const at::Tensor &scales, std::int64_t block, const Function &function)
{
    const std::int64_t whole = numbers.numel() / block;
    const std::int64_t rest = numbers.numel() - whole * block;
    if (whole > 0)
        function(numbers.narrow(0, 0, whole * block).view({whole, block}), scales.narrow(0, 0, whole).unsqueeze(1));
    if (rest > 0)
        function(numbers.narrow(0, whole * block, rest).unsqueeze(0), scales.narrow(0, whole, 1).unsqueeze(1));
}

} // namespace

at::Tensor largestOfBlocks(const at::Tensor &numbers, std::int64_t block)
{
    const at::Tensor largest = at::empty({(numbers.numel() + block - 1) / block}, numbers.options());
    forBlocks(numbers, largest, block,
        [](const at::Tensor &part, const at::Tensor &into) { into.copy_(part.abs().amax(1, /*keepdim=*/true)); });
    return largest;
}

void scaleBlocks(const at::Tensor &numbers, const at::Tensor &scales, std::int64_t block)
{
    forBlocks(numbers, scales, block, [](const at::Tensor &part, const at::Tensor &scale) { part.mul_(scale); });
}

at::Tensor dividedByLargest(const at::Tensor &numbers, const at::Tensor &largest, std::int64_t block)
{
    const at::Tensor divided = numbers.clone();
    scaleBlocks(divided, largest.clamp_min(leastDivisor).reciprocal(), block);
    return divided.clamp_(-1, 1);
}

} // namespace motley
