#include "engine/models/quantization/packedweight.h"

#include <ATen/autocast_mode.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/matmul.h>
#include <torch/csrc/autograd/custom_function.h>

#include <utility>

namespace motley {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

struct WeightHolder : torch::CustomClassHolder {
    WeightHolder(std::shared_ptr<const PackedWeight> held, at::Tensor added)
        : weight(std::move(held)), bias(std::move(added))
    {
    }

    std::shared_ptr<const PackedWeight> weight;
    at::Tensor bias; // may be undefined
};

// Neither x nor the dense weight is needed once the result is there: the gradient of x is computed from the packed one.
struct PackedProduct : torch::autograd::Function<PackedProduct> {
    static at::Tensor forward(
        AutogradContext *context, const at::Tensor &x, const c10::intrusive_ptr<WeightHolder> &holder)
    {
        context->saved_data["weight"] = c10::IValue::make_capsule(holder);
        const c10::impl::ExcludeDispatchKeyGuard asTheyAre(c10::autocast_dispatch_keyset);
        return at::linear(x, holder->weight->dense().to(x.scalar_type()), holder->bias);
    }

    static variable_list backward(AutogradContext *context, variable_list gradients)
    {
        const auto holder = context->saved_data["weight"].toCapsule();
        const at::Tensor &gradient = gradients[0];
        const at::Tensor weight = static_cast<const WeightHolder &>(*holder).weight->dense();
        const c10::impl::ExcludeDispatchKeyGuard asTheyAre(c10::autocast_dispatch_keyset);
        return {at::matmul(gradient, weight.to(gradient.scalar_type())), at::Tensor()};
    }
};

} // namespace

at::Tensor packedLinear(const at::Tensor &x, const std::shared_ptr<const PackedWeight> &weight, const at::Tensor &bias)
{
    const auto device = x.device().type();
    const at::ScalarType type
        = at::autocast::is_autocast_enabled(device) ? at::autocast::get_autocast_dtype(device) : x.scalar_type();
    const at::Tensor added = bias.defined() ? bias.detach().to(type) : bias;
    return PackedProduct::apply(x.to(type), c10::make_intrusive<WeightHolder>(weight, added));
}

} // namespace motley
