// The output layer of models that choose among the words of a vocabulary.
#pragma once

#include <ATen/core/Tensor.h>

namespace motley {

// Logits: x times the transposed weight, plus the bias. x: [..., hidden]; weight: [words, hidden]; bias: [words] or
// undefined; the result: [..., words]. In 16 bits a GPU multiplies padded matrices, as its tensor cores read rows of an
// odd number of words one number at a time.
at::Tensor wordLogits(const at::Tensor &x, const at::Tensor &weight, const at::Tensor &bias = {});

// The weight with rows of zeros up to a number of words whose rows tensor cores read fast, where that pays: in 16 bits
// on a GPU.
at::Tensor paddedWords(const at::Tensor &weight);

} // namespace motley
