// The product of a gated perceptron, which keeps its two factors for the backward pass and computes the rest again: the
// activated gate is as large as they are, and none of a layer's tensors is larger.
#pragma once

#include "engine/formats/decoder/decoderconfig.h"

#include <ATen/core/Tensor.h>

namespace motley {

at::Tensor activate(const at::Tensor &x, DecoderConfig::Activation activation);

// activate(gate) * other, of the same sizes and type
at::Tensor gatedProduct(const at::Tensor &gate, const at::Tensor &other, DecoderConfig::Activation activation);

} // namespace motley
