// What Adasum of the vectors of several ranks comes to, on one rank and in float64.
#pragma once

#include <ATen/CPUGeneratorImpl.h>
#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace motley {

using Tensors = std::vector<at::Tensor>;

inline at::Tensor noise(int seed, std::int64_t size)
{
    const auto generator = at::make_generator<at::CPUGeneratorImpl>(std::uint64_t(seed + 1));
    return at::randn({size}, generator, at::kDouble);
}

// A(a, b) as the paper writes it.
inline at::Tensor pairInDouble(const at::Tensor &a, const at::Tensor &b)
{
    const auto factor = [dot = at::dot(a, b).item<double>()](const at::Tensor &x) {
        const double norm = at::dot(x, x).item<double>();
        return norm == 0 ? 1 : 1 - dot / (2 * norm);
    };
    return factor(a) * a + factor(b) * b;
}

// The serial tree over one vector of each group.
inline at::Tensor treeInDouble(Tensors vectors)
{
    for (at::Tensor &vector : vectors)
        vector = vector.to(at::kDouble).reshape({-1});
    std::size_t core = 1;
    while (2 * core <= vectors.size())
        core *= 2;
    for (std::size_t extra = core; extra < vectors.size(); ++extra)
        vectors[extra - core] = pairInDouble(vectors[extra - core], vectors[extra]);
    for (; core > 1; core /= 2)
        for (std::size_t i = 0; i < core / 2; ++i)
            vectors[i] = pairInDouble(vectors[2 * i], vectors[2 * i + 1]);
    return vectors.front();
}

inline double relativeError(const at::Tensor &found, const at::Tensor &expected)
{
    const at::Tensor difference = found.to(at::kDouble).reshape({-1}) - expected;
    const double norm = expected.norm().item<double>();
    return norm == 0 ? difference.norm().item<double>() : difference.norm().item<double>() / norm;
}

// Of the relative error, with up to three levels of pairs. Weights that follow from inner products lose a few of the
// digits of float64 where one-element tensors nearly cancel: 5e-13 at most in these tests.
inline double toleranceFor(at::ScalarType type)
{
    if (type == at::kFloat)
        return 1e-6;
    return type == at::kDouble ? 1e-11 : type == at::kHalf ? 0x1p-9 : 0x1p-6; // 10 and 7 bits of mantissa
}

} // namespace motley
