// The loss of a causal language model without a whole matrix of logits, which would be the largest tensor of all: a
// number for each word of the vocabulary at every token.
#pragma once

#include "engine/models/causal/outputhead.h"

#include <cstdint>

namespace motley {

// Held at once: 128 MiB in float32. Each chunk reads the whole weight, so chunks of half as many tokens take longer: a
// twentieth of the time of an output layer of 50,257 words.
constexpr std::int64_t mostLogits = 1 << 25;

// The sum of the cross-entropies of the labelled tokens, in nats; 0 if there are none. labels: int64 [...], a word or
// noLabel. Up to `most` logits are computed as one matrix. More come in chunks of as many tokens, and the gradients of
// each chunk are computed with its loss, for which a graph of them takes one backward pass and no second one.
at::Tensor summedWordLoss(const OutputHead &head, const at::Tensor &labels, std::int64_t most = mostLogits);

// Bytes of the logits of so many labelled tokens and of what is computed from them, and the most that summedWordLoss()
// holds of them at once.
std::int64_t bytesOfLogits(const OutputHead &head, std::int64_t tokens);
std::int64_t mostBytesOfLogits(const OutputHead &head);

} // namespace motley
