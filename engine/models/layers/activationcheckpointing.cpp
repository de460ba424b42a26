#include "engine/models/layers/activationcheckpointing.h"

#include <ATen/autocast_mode.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>

namespace motley {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// Turns off autocast's cache of casted tensors. Otherwise casts of parameters made here, without their gradient graph,
// would be reused outside; and in the second run the cast of the input would be cached, whose gradients would then be
// summed in 16 bits.
class NoCache {
public:
    NoCache() : m_before(at::autocast::is_autocast_cache_enabled()) { at::autocast::set_autocast_cache_enabled(false); }
    ~NoCache() { at::autocast::set_autocast_cache_enabled(m_before); }
    NoCache(const NoCache &) = delete;
    NoCache &operator=(const NoCache &) = delete;

private:
    bool m_before;
};

// Sets the autocast state of the first run for the second one, which autograd may call from another thread.
class SamePrecision {
public:
    SamePrecision(c10::DeviceType device, bool low, c10::ScalarType type)
        : m_device(device), m_before(at::autocast::is_autocast_enabled(device)),
          m_typeBefore(at::autocast::get_autocast_dtype(device))
    {
        at::autocast::set_autocast_enabled(device, low);
        at::autocast::set_autocast_dtype(device, type);
    }
    ~SamePrecision()
    {
        at::autocast::set_autocast_enabled(m_device, m_before);
        at::autocast::set_autocast_dtype(m_device, m_typeBefore);
    }
    SamePrecision(const SamePrecision &) = delete;
    SamePrecision &operator=(const SamePrecision &) = delete;

private:
    c10::DeviceType m_device;
    bool m_before;
    c10::ScalarType m_typeBefore;
};

struct PartHolder : torch::CustomClassHolder {
    PartHolder(ModelPart wanted, c10::DeviceType device)
        : part(std::move(wanted)), low(at::autocast::is_autocast_enabled(device)),
          type(at::autocast::get_autocast_dtype(device))
    {
    }

    ModelPart part;
    bool low;
    c10::ScalarType type;
};

// The trainable parameters are inputs of this autograd node besides x, so that their gradients are produced by it and
// hooks on them, such as the exchange between ranks, work as usual.
struct Recompute : torch::autograd::Function<Recompute> {
    static at::Tensor forward(AutogradContext *context, const at::Tensor &x,
        const c10::intrusive_ptr<PartHolder> &holder, at::TensorList parameters)
    {
        variable_list kept{x};
        kept.insert(kept.end(), parameters.begin(), parameters.end());
        context->save_for_backward(std::move(kept));
        context->saved_data["part"] = c10::IValue::make_capsule(holder);
        const NoCache noCache;
        return holder->part(x);
    }

    static variable_list backward(AutogradContext *context, variable_list gradients)
    {
        variable_list inputs = context->get_saved_variables();
        const auto holder = context->saved_data["part"].toCapsule();
        const auto &kept = static_cast<const PartHolder &>(*holder);
        const bool wantsX = inputs[0].requires_grad();
        inputs[0] = inputs[0].detach().requires_grad_(wantsX);
        at::Tensor again;
        {
            const torch::AutoGradMode recorded(true);
            const NoCache noCache;
            const SamePrecision precision(inputs[0].device().type(), kept.low, kept.type);
            again = kept.part(inputs[0]);
        }
        const variable_list wanted(inputs.begin() + (wantsX ? 0 : 1), inputs.end());
        variable_list found = torch::autograd::grad({again}, wanted, {gradients[0]},
            /*retain_graph=*/std::nullopt, /*create_graph=*/false, /*allow_unused=*/true);
        if (!wantsX)
            found.insert(found.begin(), at::Tensor());
        found.insert(found.begin() + 1, at::Tensor()); // the argument `holder` has no gradient
        return found;
    }
};

} // namespace

at::Tensor recomputed(const torch::nn::Module &owner, const at::Tensor &x, ModelPart part)
{
    if (!torch::GradMode::is_enabled())
        return part(x);
    const auto holder = c10::make_intrusive<PartHolder>(std::move(part), x.device().type());
    variable_list parameters = owner.parameters();
    std::erase_if(parameters, [](const at::Tensor &parameter) { return !parameter.requires_grad(); });
    return Recompute::apply(x, holder, at::TensorList(parameters));
}

at::Tensor Recomputing::runLayer(const torch::nn::Module &layer, const at::Tensor &x, ModelPart part) const
{
    return m_recomputes ? recomputed(layer, x, std::move(part)) : part(x);
}

bool canRecompute(torch::nn::Module &model)
{
    const auto modules = model.modules();
    return std::any_of(modules.begin(), modules.end(),
        [](const auto &module) { return dynamic_cast<const Recomputing *>(module.get()) != nullptr; });
}

void recomputeActivations(torch::nn::Module &model, bool wanted)
{
    for (const auto &module : model.modules())
        if (auto *part = dynamic_cast<Recomputing *>(module.get()))
            part->m_recomputes = wanted;
}

} // namespace motley
