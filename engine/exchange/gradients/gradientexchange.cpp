#include "engine/exchange/gradients/gradientexchange.h"

#include <torch/types.h>

#include <algorithm>

namespace motley {

Timings GradientExchange::backward(const at::Tensor &loss)
{
    Timings pass = time([&] {
        loss.backward();
        finish();
    });
    const auto known = overlap();
    if (!known)
        return pass;
    const double whole = pass.computeSeconds + pass.exchangeSeconds;
    const double inLayers = pass.exchangeSeconds - known->lastSumSeconds;
    pass.computeSeconds = std::min(known->ownSeconds, whole) - inLayers;
    pass.exchangeSeconds = whole - pass.computeSeconds;
    return pass;
}

Result<Timings> GradientExchange::resumeAfterFailure(const std::function<Result<void>()> &computeAnew)
{
    interrupt();
    if (const auto computed = computeAnew(); !computed)
        return tl::unexpected(computed.error());
    const Timings rest = time([&] { resume(); });
    return Timings{0, rest.computeSeconds + rest.exchangeSeconds};
}

} // namespace motley
