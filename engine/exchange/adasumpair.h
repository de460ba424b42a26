// Adasum of two vectors, for each parameter tensor on its own:
//   A(a, b) = (1 - a.b / 2|a|^2) a + (1 - a.b / 2|b|^2) b
// Orthogonal updates are added, parallel ones averaged (Maleki et al., 2021, Scaling distributed training with adaptive
// summation). The coefficient of a vector is 1 where its squared norm is below the square root of the smallest normal
// double, as in Horovod, so that A(a, 0) = a. The vectors may lie in parts on several ranks: the inner products of the
// parts are summed before the parts are combined.
#pragma once

#include <ATen/Tensor.h>

#include <cstdint>
#include <vector>

namespace motley {

struct FlatRange {
    std::int64_t begin = 0;
    std::int64_t end = 0;

    std::int64_t size() const { return end - begin; }
    at::Tensor of(const at::Tensor &flat) const { return flat.narrow(0, begin, size()); }
};

// `a` and `b` hold the elements of `range` out of a flat vector in which tensor t has those from borders[t] up to
// borders[t + 1]; range and tensors may overlap in any way. Both are of one floating-point type on one device, which no
// function here waits for.
struct AdasumPair {
    at::Tensor a;
    at::Tensor b;
    FlatRange range;
    const std::vector<std::int64_t> &borders;

    // a.b, a.a and b.b of each tensor over this range, summed in float64: shape (tensors, 3).
    at::Tensor innerProducts() const;
    // `products`: over all ranges. Writes A(a, b), computed in float64, to `result`, which may be a or b.
    void combineInto(const at::Tensor &result, const at::Tensor &products) const;

private:
    template <typename Visit>
    void forEachTensor(const Visit &visit) const;
    template <typename Visit>
    void forEachPiece(const Visit &visit) const;
};

} // namespace motley
