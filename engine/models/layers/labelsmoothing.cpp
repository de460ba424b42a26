#include "engine/models/layers/labelsmoothing.h"

#include "engine/models/layers/crossentropy.h"

#include <torch/csrc/autograd/custom_function.h>
#include <torch/types.h>

#include <algorithm>

namespace motley {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// The implementation for GPUs: both sums from one log-softmax, and the gradient in one more pass over it.
struct SmoothedCrossEntropy : torch::autograd::Function<SmoothedCrossEntropy> {
    static variable_list forward(
        AutogradContext *context, const at::Tensor &logits, const at::Tensor &targets, double onTarget, double onEach)
    {
        const at::Tensor scores = logits.log_softmax(1, at::kFloat);
        const at::Tensor likelihood = -scores.gather(1, targets.unsqueeze(1)).sum();
        const at::Tensor smoothed = onEach > 0 ? likelihood * onTarget - scores.sum() * onEach : likelihood * onTarget;
        context->save_for_backward({scores, targets});
        context->saved_data["onTarget"] = onTarget;
        context->saved_data["onEach"] = onEach;
        context->saved_data["type"] = logits.scalar_type();
        context->mark_non_differentiable({likelihood});
        return {smoothed, likelihood};
    }

    static variable_list backward(AutogradContext *context, variable_list gradients)
    {
        const auto saved = context->get_saved_variables();
        const at::Tensor targets = saved[1].unsqueeze(1);
        const double onTarget = context->saved_data["onTarget"].toDouble();
        const double onEach = context->saved_data["onEach"].toDouble();
        at::Tensor gradient = saved[0].exp();
        gradient.sub_(onEach);
        gradient.scatter_add_(1, targets, at::full(targets.sizes(), -onTarget, gradient.options()));
        gradient.mul_(gradients[0]);
        return {gradient.to(context->saved_data["type"].toScalarType()), {}, {}, {}};
    }
};

} // namespace

SmoothedLoss smoothedLoss(const at::Tensor &logits, const at::Tensor &targets, double smoothing)
{
    TORCH_CHECK(smoothing >= 0 && smoothing < 1, "label smoothing must be at least 0 and below 1");
    const auto others = double(std::max<std::int64_t>(logits.size(1) - 1, 1));
    const double onEach = smoothing / others;
    if (canSumCrossEntropy(logits)) {
        const CrossEntropySums sums = sumCrossEntropy(logits, targets, 1 - smoothing - onEach, onEach);
        return {sums.smoothed, sums.likelihood};
    }
    const auto sums = SmoothedCrossEntropy::apply(logits, targets, 1 - smoothing - onEach, onEach);
    return {sums[0], sums[1]};
}

} // namespace motley
