// Cross-entropy with label smoothing (Szegedy et al. 2016) as in fairseq: the other tokens share the probability
// `smoothing` evenly.
#pragma once

#include <ATen/core/Tensor.h>

namespace motley {

struct SmoothedLoss { // sums over the rows, in nats
    at::Tensor smoothed; // loss for training; differentiable in the logits
    at::Tensor likelihood; // negative log-likelihood of the targets; not differentiable
};

// logits: [rows, vocabulary]; targets: int64 [rows]. 0 <= smoothing < 1.
SmoothedLoss smoothedLoss(const at::Tensor &logits, const at::Tensor &targets, double smoothing);

} // namespace motley
