// Losses of models that label the tokens of a sentence.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace motley {

// The label of tokens that have none: padding, start and end tokens, all but the first piece of a word.
constexpr std::int64_t noLabel = -100;

// The sum of the cross-entropies of the labelled tokens, in nats; 0 if there are none. logits: [..., classes]; labels:
// int64 [...], a class or noLabel.
at::Tensor summedLabelLoss(const at::Tensor &logits, const at::Tensor &labels);

std::int64_t labelledTokens(const at::Tensor &labels); // number of labels that are not noLabel

} // namespace motley
