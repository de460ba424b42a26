#include "engine/models/layers/outputlayer.h"

#include <ATen/ATen.h>
#include <ATen/autocast_mode.h>

namespace motley {

namespace {

std::int64_t missingWords(const at::Tensor &weight)
{
    constexpr std::int64_t multiple = 64;
    return (multiple - weight.size(0) % multiple) % multiple;
}

at::Tensor withRows(const at::Tensor &weight, std::int64_t missing)
{
    return at::constant_pad_nd(weight, {0, 0, 0, missing});
}

} // namespace

at::Tensor wordLogits(const at::Tensor &x, const at::Tensor &weight, const at::Tensor &bias)
{
    constexpr std::int64_t fewRows = 256; // of x; with fewer, reading the weight takes the time
    const std::int64_t missing = missingWords(weight);
    const bool pays = x.is_cuda() && at::autocast::is_autocast_enabled(at::kCUDA) && x.numel() >= fewRows * x.size(-1);
    if (missing == 0 || !pays)
        return at::linear(x, weight, bias);
    const at::Tensor ofRows = bias.defined() ? at::constant_pad_nd(bias, {0, missing}) : at::Tensor();
    return at::linear(x, withRows(weight, missing), ofRows).narrow(-1, 0, weight.size(0));
}

at::Tensor paddedWords(const at::Tensor &weight)
{
    const std::int64_t missing = missingWords(weight);
    const bool pays = weight.is_cuda() && at::isReducedFloatingType(weight.scalar_type());
    return missing > 0 && pays ? withRows(weight, missing) : weight;
}

} // namespace motley
