#include "engine/models/layers/outputlayer.h"

#include <ATen/ATen.h>
#include <ATen/autocast_mode.h>

namespace motley {

at::Tensor wordLogits(const at::Tensor &x, const at::Tensor &weight, const at::Tensor &bias)
{
    constexpr std::int64_t multiple = 64;
    constexpr std::int64_t fewRows = 256; // of x; with fewer, reading the weight takes the time
    const std::int64_t words = weight.size(0);
    const std::int64_t missing = (multiple - words % multiple) % multiple;
    const bool pays = x.is_cuda() && at::autocast::is_autocast_enabled(at::kCUDA) && x.numel() >= fewRows * x.size(-1);
    if (missing == 0 || !pays)
        return at::linear(x, weight, bias);
    const at::Tensor rows = at::constant_pad_nd(weight, {0, 0, 0, missing});
    const at::Tensor ofRows = bias.defined() ? at::constant_pad_nd(bias, {0, missing}) : at::Tensor();
    return at::linear(x, rows, ofRows).narrow(-1, 0, words);
}

} // namespace motley
