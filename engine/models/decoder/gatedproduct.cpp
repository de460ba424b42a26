#include "engine/models/decoder/gatedproduct.h"

#include <torch/csrc/autograd/custom_function.h>
#include <torch/types.h>

namespace motley {

namespace {

using Activation = DecoderConfig::Activation;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// Over the gradient of the activated gate, which nobody else holds.
at::Tensor throughActivation(const at::Tensor &gradient, const at::Tensor &gate, Activation activation)
{
    at::Tensor result = gradient;
    switch (activation) {
    case Activation::GeluTanh:
        return at::gelu_backward_out(result, gradient, gate, "tanh");
    case Activation::Gelu:
        return at::gelu_backward_out(result, gradient, gate, "none");
    case Activation::Silu:
        break;
    }
    return at::silu_backward_out(result, gradient, gate);
}

struct GatedProduct : torch::autograd::Function<GatedProduct> {
    static at::Tensor forward(
        AutogradContext *context, const at::Tensor &gate, const at::Tensor &other, std::int64_t activation)
    {
        context->save_for_backward({gate, other});
        context->saved_data["activation"] = activation;
        return activate(gate, Activation(activation)).mul_(other);
    }

    static variable_list backward(AutogradContext *context, variable_list gradients)
    {
        const auto kept = context->get_saved_variables();
        const at::Tensor &gate = kept[0], &other = kept[1], &gradient = gradients[0];
        const auto activation = Activation(context->saved_data["activation"].toInt());
        const at::Tensor toOther = activate(gate, activation).mul_(gradient);
        return {throughActivation(gradient * other, gate, activation), toOther, at::Tensor()};
    }
};

} // namespace

at::Tensor activate(const at::Tensor &x, Activation activation)
{
    switch (activation) {
    case Activation::GeluTanh:
        return at::gelu(x, "tanh");
    case Activation::Gelu:
        return at::gelu(x, "none");
    case Activation::Silu:
        break;
    }
    return at::silu(x);
}

at::Tensor gatedProduct(const at::Tensor &gate, const at::Tensor &other, Activation activation)
{
    return GatedProduct::apply(gate, other, std::int64_t(activation));
}

} // namespace motley
