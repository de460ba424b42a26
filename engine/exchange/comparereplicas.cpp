#include "engine/exchange/comparereplicas.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

// Differences in norms of a parameter. A step of rounding is 6e-8, so thousands of steps may pass before copies on
// unlike devices differ so much.
constexpr double tolerated = 1e-4;

enum Measure { Sum, Norm, measures };

// Sum and squared norm, on the tensor's device. torch would widen the whole tensor at once to add up in double, for
// which a device that is planned full has no memory.
at::Tensor measure(const at::Tensor &parameter)
{
    constexpr std::int64_t atOnce = 1 << 20;
    const at::Tensor values = parameter.detach();
    const at::Tensor flat
        = values.is_non_overlapping_and_dense() ? values.as_strided({values.numel()}, {1}) : values.flatten();
    at::Tensor found = at::zeros({measures}, values.options().dtype(at::kDouble));
    for (const at::Tensor &part : flat.split(atOnce)) {
        const at::Tensor wide = part.to(at::kDouble);
        found += at::stack({wide.sum(), at::dot(wide, wide)});
    }
    return found;
}

// [parameters, measures], in host memory.
at::Tensor measuresOf(const NamedTensors &parameters)
{
    std::vector<at::Tensor> found;
    for (const NamedTensor &parameter : parameters)
        found.push_back(measure(parameter.tensor));
    at::Tensor all = at::stack(found).cpu();
    all.select(1, Norm).sqrt_();
    return all;
}

} // namespace

std::optional<ReplicaDifference> compareReplicas(Group &group, const NamedTensors &parameters)
{
    if (group.isAlone() || parameters.empty())
        return std::nullopt;
    const auto count = std::int64_t(parameters.size());
    at::Tensor table = at::zeros({group.worldSize(), count, measures}, at::kDouble); // a rank fills its own row
    table[group.rank()].copy_(measuresOf(parameters));
    group.allReduceHost(table);
    const auto of = table.accessor<double, 3>();
    for (std::int64_t i = 0; i < count; ++i) {
        ReplicaDifference difference{parameters[std::size_t(i)].name, {}, 0};
        for (int rank = 1; rank < group.worldSize(); ++rank) {
            const double apart
                = std::max(std::abs(of[rank][i][Sum] - of[0][i][Sum]), std::abs(of[rank][i][Norm] - of[0][i][Norm]));
            if (apart <= tolerated * of[0][i][Norm]) // false where one is not finite
                continue;
            difference.ranks.push_back(rank);
            difference.relative = std::max(apart / of[0][i][Norm], difference.relative);
        }
        if (!difference.ranks.empty())
            return difference;
    }
    return std::nullopt;
}

} // namespace motley
