#include "engine/models/layers/crossentropy.h"

#include "engine/models/layers/crossentropykernel.h"

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/types.h>

#include <algorithm>

namespace motley {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

constexpr std::int64_t logitGrain = 1 << 15; // least logits per thread

std::int64_t rowsForThread(std::int64_t classes)
{
    return std::max<std::int64_t>(logitGrain / std::max<std::int64_t>(classes, 1), 1);
}

void checkTargets(const at::Tensor &targets, std::int64_t rows, std::int64_t classes)
{
    TORCH_CHECK(targets.dim() == 1 && targets.size(0) == rows && targets.scalar_type() == at::kLong,
        "cross-entropy: one int64 target is needed for each row");
    const auto *target = targets.const_data_ptr<std::int64_t>();
    TORCH_CHECK(std::all_of(target, target + rows, [=](std::int64_t t) { return t < classes; }),
        "cross-entropy: a target is beyond the classes");
}

struct CrossEntropy : torch::autograd::Function<CrossEntropy> {
    static variable_list forward(AutogradContext *context, const at::Tensor &logits, const at::Tensor &someTargets,
        double onTarget, double onEach)
    {
        const at::Tensor targets = someTargets.contiguous();
        const std::int64_t rows = logits.size(0);
        const std::int64_t classes = logits.size(1);
        checkTargets(targets, rows, classes);
        const at::Tensor normalisers = at::empty({rows}, logits.options());
        const at::Tensor losses = at::zeros({2, rows}, at::kDouble);
        const float *x = logits.const_data_ptr<float>();
        const auto *target = targets.const_data_ptr<std::int64_t>();
        float *normaliser = normalisers.data_ptr<float>();
        double *smoothed = losses.data_ptr<double>();
        double *likelihood = smoothed + rows;
        at::parallel_for(0, rows, rowsForThread(classes), [&](std::int64_t first, std::int64_t last) {
            for (std::int64_t row = first; row < last; ++row) {
                if (target[row] < 0)
                    continue;
                const LogitRow measured = measureLogits(x + row * classes, classes);
                const auto norm = double(measured.logNormaliser);
                normaliser[row] = measured.logNormaliser;
                likelihood[row] = norm - double(x[row * classes + target[row]]);
                smoothed[row] = onTarget * likelihood[row] - onEach * (measured.sum - double(classes) * norm);
            }
        });
        context->save_for_backward({logits, targets, normalisers});
        context->saved_data["onTarget"] = onTarget;
        context->saved_data["onEach"] = onEach;
        context->saved_data["inPlace"] = !logits.is_leaf();
        const at::Tensor sums = losses.sum(1).to(at::kFloat);
        variable_list results{sums[0].clone(), sums[1].clone()};
        context->mark_non_differentiable({results[1]});
        return results;
    }

    static variable_list backward(AutogradContext *context, variable_list gradients)
    {
        const variable_list saved = context->get_saved_variables();
        const at::Tensor logits = saved[0].detach(); // shares memory and version counter
        const bool inPlace = context->saved_data["inPlace"].toBool();
        at::Tensor gradient = inPlace ? logits : at::empty_like(logits);
        const auto scale = gradients[0].item<float>();
        const auto onTarget = float(context->saved_data["onTarget"].toDouble());
        const auto onEach = float(context->saved_data["onEach"].toDouble());
        const std::int64_t classes = logits.size(1);
        const float *x = logits.const_data_ptr<float>();
        float *to = gradient.data_ptr<float>();
        const auto *target = saved[1].const_data_ptr<std::int64_t>();
        const float *normaliser = saved[2].const_data_ptr<float>();
        at::parallel_for(0, logits.size(0), rowsForThread(classes), [&](std::int64_t first, std::int64_t last) {
            for (std::int64_t row = first; row < last; ++row) {
                float *gradientRow = to + row * classes;
                if (target[row] < 0) {
                    std::fill_n(gradientRow, classes, 0.0f);
                    continue;
                }
                likelihoodGradient(x + row * classes, gradientRow, classes, normaliser[row], onEach, scale);
                gradientRow[target[row]] -= onTarget * scale;
            }
        });
        if (inPlace)
            gradient.unsafeGetTensorImpl()->bump_version();
        return {gradient, {}, {}, {}};
    }
};

} // namespace

bool canSumCrossEntropy(const at::Tensor &logits)
{
    return logits.is_cpu() && logits.scalar_type() == at::kFloat && logits.is_contiguous() && logits.dim() == 2;
}

CrossEntropySums sumCrossEntropy(const at::Tensor &logits, const at::Tensor &targets, double onTarget, double onEach)
{
    const variable_list sums = CrossEntropy::apply(logits, targets, onTarget, onEach);
    return {sums[0], sums[1]};
}

} // namespace motley
