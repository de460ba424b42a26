#include "engine/bench/study/adasumtree.h"

#include <torch/types.h>

#include <bit>
#include <cmath>
#include <limits>

namespace motley {

namespace {

double productOf(const at::Tensor &a, const at::Tensor &b)
{
    return at::dot(a.flatten().to(at::kDouble), b.flatten().to(at::kDouble)).item<double>();
}

// 1 where the norm vanishes, as in Horovod.
double coefficient(double product, double square)
{
    return square < std::sqrt(std::numeric_limits<double>::min()) ? 1 : 1 - product / (2 * square);
}

at::Tensor joined(const at::Tensor &a, const at::Tensor &b)
{
    const double product = productOf(a, b);
    return a * coefficient(product, productOf(a, a)) + b * coefficient(product, productOf(b, b));
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
    const std::size_t power = std::bit_floor(ranks.size());
    for (std::size_t extra = power; extra < ranks.size(); ++extra)
        ranks[extra - power] = joined(ranks[extra - power], ranks[extra]);
    for (std::size_t left = power; left > 1; left /= 2)
        for (std::size_t i = 0; i < left / 2; ++i)
            ranks[i] = joined(ranks[2 * i], ranks[2 * i + 1]);
    return ranks.front();
}

} // namespace motley
