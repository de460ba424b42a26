// Adasum of the vectors of several groups of ranks, for each parameter tensor on its own, by a tree of pairs
// (adasumtree.h):
//   A(a, b) = (1 - a.b / 2|a|^2) a + (1 - a.b / 2|b|^2) b
// Orthogonal updates are added, parallel ones averaged (Maleki et al., 2021, Scaling distributed training with adaptive
// summation). A coefficient is 1 where the squared norm is below the square root of the smallest normal double, as in
// Horovod, so that A(a, 0) = a, or where all that is left of the vector is what rounding leaves.
//
// Whatever the tree, its result is a weighted sum of the vectors at its leaves, and so is each vector inside it. So the
// inner products of all pairs of leaves tell all weights, and no vector inside the tree is ever computed or rounded.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

namespace motley {

struct FlatRange {
    std::int64_t begin = 0;
    std::int64_t end = 0;

    std::int64_t size() const { return end - begin; }
    at::Tensor of(const at::Tensor &flat) const { return flat.narrow(0, begin, size()); }
};

// Each row holds the elements of `range` out of a group's flat vector, in which tensor t has those from borders[t] up
// to borders[t + 1]; range and tensors may overlap in any way. All rows are of one floating-point type on one device,
// which no function here waits for.
struct AdasumRows {
    std::vector<at::Tensor> rows;
    FlatRange range;
    const std::vector<std::int64_t> &borders;

    // Inner products of each tensor over this range, summed in float64: shape (tensors, rows, rows).
    at::Tensor innerProducts() const;
    // Writes the sum of weights[t][i] * rows[i], computed in float64, to `result`, which may be one of the rows.
    // `weights`: shape (tensors, rows).
    void combineInto(const at::Tensor &result, const at::Tensor &weights) const;

private:
    struct Slice {
        std::int64_t tensor = 0;
        std::int64_t begin = 0; // in the range
        std::int64_t size = 0;
    };
    std::vector<Slice> slices(std::int64_t longest) const;
    at::Tensor inDouble(const Slice &slice) const;
};

// Weights of the vectors in the result of the tree: shape (tensors, rows). `products`: over whole tensors.
at::Tensor adasumWeights(const at::Tensor &products);

} // namespace motley
