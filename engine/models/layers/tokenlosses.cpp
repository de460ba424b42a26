#include "engine/models/layers/tokenlosses.h"

#include "engine/models/layers/crossentropy.h"

#include <ATen/ATen.h>

namespace motley {

at::Tensor summedLabelLoss(const at::Tensor &logits, const at::Tensor &labels)
{
    const at::Tensor rows = logits.reshape({-1, logits.size(-1)});
    const at::Tensor targets = labels.reshape({-1});
    if (canSumCrossEntropy(rows))
        return sumCrossEntropy(rows, targets, 1, 0).smoothed;
    return at::cross_entropy_loss(rows, targets, {}, at::Reduction::Sum, noLabel);
}

std::int64_t labelledTokens(const at::Tensor &labels)
{
    return labels.ne(noLabel).sum().item<std::int64_t>();
}

} // namespace motley
