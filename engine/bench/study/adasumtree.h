// Adasum of the updates of many ranks that lie in one process, without an exchange.
#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

namespace motley {

using Tensors = std::vector<at::Tensor>; // one for each parameter

// Combines the updates of `ranks` (at least one) tensor by tensor, in pairs (engine/exchange/adasumpair.h), by the tree
// of engine/exchange/adasumtree.h: with P = 2^floor(log2 W), rank P + i first joins rank i, then neighbours join, then
// neighbours of these.
Tensors adasumTree(std::vector<Tensors> ranks);

} // namespace motley
