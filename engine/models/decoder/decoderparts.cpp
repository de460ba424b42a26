#include "engine/models/decoder/decoderparts.h"

#include "engine/models/layers/modulegroup.h"

namespace motley {

Vectors::Vectors(std::int64_t rows, std::int64_t size)
    : m_weight(register_parameter("weight", placeholder({rows, size})))
{
}

at::Tensor Vectors::forward(const at::Tensor &ids, double multiplier)
{
    const at::Tensor vectors = at::embedding(m_weight, ids);
    return multiplier == 1 ? vectors : vectors * at::scalar_tensor(multiplier, m_weight.options());
}

RmsNorm::RmsNorm(std::int64_t size, double epsilon, Weight weight) : m_epsilon(epsilon), m_kind(weight)
{
    if (weight != Weight::None)
        m_weight = register_parameter("weight", placeholder({size}));
}

at::Tensor RmsNorm::forward(const at::Tensor &x)
{
    const at::Tensor wide = x.to(at::kFloat);
    const at::Tensor normed = wide * at::rsqrt(wide.square().mean(-1, /*keepdim=*/true) + m_epsilon);
    if (m_kind == Weight::None)
        return normed.to(x.scalar_type());
    const at::Tensor weight = m_weight.to(at::kFloat);
    return (normed * (m_kind == Weight::AddedToOne ? weight + 1 : weight)).to(x.scalar_type());
}

std::shared_ptr<RmsNorm> normOf(const DecoderConfig &config, std::int64_t size)
{
    const auto weight = config.normAddsOne ? RmsNorm::Weight::AddedToOne : RmsNorm::Weight::Plain;
    return std::make_shared<RmsNorm>(size, config.normEpsilon, weight);
}

at::Tensor activate(const at::Tensor &x, DecoderConfig::Activation activation)
{
    switch (activation) {
    case DecoderConfig::Activation::GeluTanh:
        return at::gelu(x, "tanh");
    case DecoderConfig::Activation::Gelu:
        return at::gelu(x, "none");
    case DecoderConfig::Activation::Silu:
        break;
    }
    return at::silu(x);
}

torch::nn::Module &groupCalled(torch::nn::Module &module, const std::string &name)
{
    if (name.empty())
        return module;
    const auto dot = name.find('.');
    const std::string first = name.substr(0, dot);
    const auto known = module.named_children();
    const std::shared_ptr<torch::nn::Module> child
        = known.contains(first) ? known[first] : module.register_module(first, std::make_shared<ModuleGroup>());
    return groupCalled(*child, dot == std::string::npos ? "" : name.substr(dot + 1));
}

} // namespace motley
