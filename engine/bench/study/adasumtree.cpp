#include "engine/bench/study/adasumtree.h"

#include "engine/exchange/adasumpair.h"
#include "engine/exchange/adasumtree.h"

#include <torch/types.h>

namespace motley {

namespace {

at::Tensor joined(const at::Tensor &a, const at::Tensor &b)
{
    const std::vector<std::int64_t> borders{0, a.numel()};
    const AdasumPair pair{a.flatten(), b.flatten(), {0, a.numel()}, borders};
    at::Tensor both = at::empty_like(pair.a);
    pair.combineInto(both, pair.innerProducts());
    return both.view_as(a);
}

Tensors joined(const Tensors &a, const Tensors &b)
{
    Tensors both;
    for (std::size_t i = 0; i < a.size(); ++i)
        both.push_back(joined(a[i], b[i]));
    return both;
}

} // namespace

Tensors adasumTree(std::vector<Tensors> ranks)
{
    const torch::NoGradGuard noGradients;
    const auto core = std::size_t(adasumCore(int(ranks.size())));
    for (std::size_t extra = core; extra < ranks.size(); ++extra)
        ranks[extra - core] = joined(ranks[extra - core], ranks[extra]);
    for (std::size_t left = core; left > 1; left /= 2)
        for (std::size_t i = 0; i < left / 2; ++i)
            ranks[i] = joined(ranks[2 * i], ranks[2 * i + 1]);
    return ranks.front();
}

} // namespace motley
