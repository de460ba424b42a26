#include "engine/optim/parameterslices.h"

#include <torch/types.h>

#include <algorithm>

namespace motley {

at::Tensor ParameterSlice::cut(const at::Tensor &likeWhole) const
{
    return likeWhole.detach().view({-1}).slice(0, begin, end);
}

std::vector<ParameterSlice> slicesOf(const NamedTensors &parameters, NumberRange range)
{
    std::vector<ParameterSlice> parts;
    std::int64_t first = 0;
    for (const NamedTensor &parameter : parameters) {
        const std::int64_t size = parameter.tensor.numel();
        const std::int64_t begin = std::clamp<std::int64_t>(range.begin - first, 0, size);
        const std::int64_t end = std::clamp<std::int64_t>(range.end - first, 0, size);
        first += size;
        if (begin == end)
            continue;
        parts.push_back({parameter.name, parameter.tensor, begin, end, parameter.tensor});
        if (!parts.back().isWhole())
            parts.back().values = parts.back().cut(parameter.tensor);
    }
    return parts;
}

} // namespace motley
