#include "engine/bench/study/adasumtree.h"

#include "engine/exchange/adasumrule.h"

#include <torch/types.h>

namespace motley {

Tensors adasumTree(std::vector<Tensors> ranks)
{
    const torch::NoGradGuard noGradients;
    Tensors joined;
    for (std::size_t i = 0; i < ranks.front().size(); ++i) {
        const std::int64_t elements = ranks.front()[i].numel();
        const std::vector<std::int64_t> borders{0, elements};
        AdasumRows rows{{}, {0, elements}, borders};
        for (const Tensors &rank : ranks)
            rows.rows.push_back(rank[i].flatten());
        joined.push_back(at::empty_like(rows.rows.front()));
        rows.combineInto(joined.back(), adasumWeights(rows.innerProducts()));
        joined.back() = joined.back().view_as(ranks.front()[i]);
    }
    return joined;
}

} // namespace motley
