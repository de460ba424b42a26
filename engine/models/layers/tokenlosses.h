// Losses of models that label the tokens of a sentence.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace motley {

// What is said about tokens that have no label: padding, start and end, all but the first piece of a word.
constexpr std::int64_t noLabel = -100;

// The sum of the cross-entropies of the tokens that have a label, in nats; 0 if none has. logits: [..., classes],
// before softmax; labels: int64 [...], noLabel or a class.
at::Tensor summedLabelLoss(const at::Tensor &logits, const at::Tensor &labels);

std::int64_t labelledTokens(const at::Tensor &labels);

} // namespace motley
