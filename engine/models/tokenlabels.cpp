#include "engine/models/tokenlabels.h"

#include <ATen/ATen.h>

namespace motley {

at::Tensor summedLabelLoss(const at::Tensor &logits, const at::Tensor &labels)
{
    return at::cross_entropy_loss(
        logits.reshape({-1, logits.size(-1)}), labels.reshape({-1}), {}, at::Reduction::Sum, noLabel);
}

std::int64_t labelledTokens(const at::Tensor &labels)
{
    return labels.ne(noLabel).sum().item<std::int64_t>();
}

} // namespace motley
