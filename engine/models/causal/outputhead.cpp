#include "engine/models/causal/outputhead.h"

#include "engine/models/layers/outputlayer.h"
#include "engine/models/layers/projection.h"

#include <ATen/ATen.h>

namespace motley {

at::Tensor logitsOf(const OutputHead &head)
{
    at::Tensor sums;
    for (const auto &[input, weight] : head.products) {
        const at::Tensor product = wordLogits(input, inTypeOf(input, weight));
        sums = sums.defined() ? sums + product : product;
    }
    return dividedAndCapped(head, sums);
}

at::Tensor dividedAndCapped(const OutputHead &head, const at::Tensor &sums)
{
    const at::Tensor divided = head.divisor == 1 ? sums : sums / head.divisor;
    return head.cap > 0 ? at::tanh(divided / head.cap) * head.cap : divided;
}

} // namespace motley
