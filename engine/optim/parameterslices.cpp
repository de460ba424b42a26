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

std::vector<std::vector<ParameterSlice>> chunksOf(const std::vector<ParameterSlice> &slices, std::int64_t bytes)
{
    std::vector<std::vector<ParameterSlice>> chunks;
    std::int64_t room = 0; // bytes
    for (const ParameterSlice &slice : slices) {
        const auto size = std::int64_t(slice.whole.element_size());
        if (!chunks.empty() && chunks.back().front().whole.scalar_type() != slice.whole.scalar_type())
            room = 0;
        for (std::int64_t begin = slice.begin; begin < slice.end;) {
            if (room < size) {
                chunks.emplace_back();
                room = std::max(bytes, size);
            }
            const std::int64_t end = std::min(slice.end, begin + room / size);
            chunks.back().push_back({slice.name, slice.whole, begin, end, {}});
            room -= (end - begin) * size;
            begin = end;
        }
    }
    return chunks;
}

} // namespace motley
