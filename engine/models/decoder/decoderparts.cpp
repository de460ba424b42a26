#include "engine/models/decoder/decoderparts.h"

#include "engine/models/layers/activationcheckpointing.h"
#include "engine/models/layers/modulegroup.h"

namespace motley {

namespace {

constexpr std::size_t largeTable = std::size_t(64) << 20; // bytes; less is not worth a wait for the device in each pass
constexpr std::int64_t largeInput = 1 << 20; // numbers of a norm

} // namespace

Vectors::Vectors(std::int64_t rows, std::int64_t size, Use use)
    : m_weight(register_parameter("weight", placeholder({rows, size}))), m_use(use)
{
}

void Vectors::to(torch::Device device, bool nonBlocking)
{
    const bool stays = m_use == Use::Rows && !m_weight.requires_grad() && m_weight.nbytes() >= largeTable;
    torch::nn::Module::to(stays ? torch::Device(at::kCPU) : device, nonBlocking);
}

at::Tensor Vectors::forward(const at::Tensor &ids, double multiplier)
{
    const at::Tensor vectors = at::embedding(m_weight, ids.to(m_weight.device())).to(ids.device());
    return multiplier == 1 ? vectors : vectors * at::scalar_tensor(multiplier, vectors.options());
}

RmsNorm::RmsNorm(std::int64_t size, double epsilon, Weight weight) : m_epsilon(epsilon), m_kind(weight)
{
    if (weight != Weight::None)
        m_weight = register_parameter("weight", placeholder({size}));
}

// Autograd would keep several tensors of 32 bits for each number, and most of what a layer keeps would be those of its
// norms. So large inputs of 16 bits are kept alone, where no weight is trained, and the norm is computed again.
at::Tensor RmsNorm::forward(const at::Tensor &x)
{
    const auto compute = [weight = m_weight, epsilon = m_epsilon, kind = m_kind](const at::Tensor &input) {
        const at::Tensor wide = input.to(at::kFloat);
        const at::Tensor normed = wide * at::rsqrt(wide.square().mean(-1, /*keepdim=*/true) + epsilon);
        if (kind == Weight::None)
            return normed.to(input.scalar_type());
        const at::Tensor factor = weight.to(at::kFloat);
        return (normed * (kind == Weight::AddedToOne ? factor + 1 : factor)).to(input.scalar_type());
    };
    const bool isTrained = m_weight.defined() && m_weight.requires_grad();
    const bool keepsInput = at::isReducedFloatingType(x.scalar_type()) && !isTrained && x.numel() >= largeInput;
    return keepsInput ? recomputed(*this, x, compute) : compute(x);
}

std::shared_ptr<RmsNorm> normOf(const DecoderConfig &config, std::int64_t size)
{
    const auto weight = config.normAddsOne ? RmsNorm::Weight::AddedToOne : RmsNorm::Weight::Plain;
    return std::make_shared<RmsNorm>(size, config.normEpsilon, weight);
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
