// Adasum of the updates of many ranks that lie in one process, without an exchange.
#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

namespace motley {

using Tensors = std::vector<at::Tensor>; // one for each parameter

// Combines the updates of `ranks` (at least one) tensor by tensor, by the tree of pairs that Adasum's recursive halving
// takes: with P = 2^floor(log2 W), rank P + i first joins rank i, then neighbours join, then neighbours of these. A
// pair becomes (1 - a.b / 2|a|^2) a + (1 - a.b / 2|b|^2) b with products in double (Maleki et al., MLSys 2021, which
// has no rule for W that is no power of two).
Tensors adasumTree(std::vector<Tensors> ranks);

} // namespace motley
