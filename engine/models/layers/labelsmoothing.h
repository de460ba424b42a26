// Cross-entropy with smoothed labels (Szegedy et al. 2016), as fairseq counts it: the other tokens share `smoothing` of
// the probability evenly.
#pragma once

#include <ATen/core/Tensor.h>

namespace motley {

struct SmoothedLoss { // sums over the rows, in nats
    at::Tensor smoothed; // to train on; differentiable in the logits
    at::Tensor likelihood; // negative log-likelihood of the targets, to report; not differentiable
};

// logits: [rows, vocabulary], before softmax; targets: int64 [rows]. 0 <= smoothing < 1.
SmoothedLoss smoothedLoss(const at::Tensor &logits, const at::Tensor &targets, double smoothing);

} // namespace motley
