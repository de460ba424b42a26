#include "engine/tensorfiles/finitenumbers.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace motley {

// The largest magnitude, which NaN exceeds, is a reduction of one kernel. at::isfinite() makes copies of the tensor.
bool isFinite(const at::Tensor &tensor)
{
    constexpr double maximumNorm = std::numeric_limits<double>::infinity();
    return !tensor.is_floating_point() || tensor.numel() == 0
        || std::isfinite(at::linalg_vector_norm(tensor.detach(), maximumNorm).item<double>());
}

bool areFinite(const std::vector<at::Tensor> &tensors)
{
    return std::all_of(tensors.begin(), tensors.end(), isFinite);
}

} // namespace motley
