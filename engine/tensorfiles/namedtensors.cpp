#include "engine/tensorfiles/namedtensors.h"

#include <torch/nn/module.h>

#include <algorithm>
#include <map>

namespace motley {

namespace {

NamedTensors withBuffers(NamedTensors parameters, const torch::nn::Module &model)
{
    for (const auto &buffer : model.named_buffers())
        parameters.push_back({buffer.key(), buffer.value()});
    return parameters;
}

} // namespace

NamedTensors parametersOf(const torch::nn::Module &model)
{
    NamedTensors parameters;
    for (const auto &parameter : model.named_parameters())
        parameters.push_back({parameter.key(), parameter.value()});
    return parameters;
}

NamedTensors trainableParametersOf(const torch::nn::Module &model)
{
    NamedTensors parameters = parametersOf(model);
    std::erase_if(parameters, [](const NamedTensor &item) { return !item.tensor.requires_grad(); });
    return parameters;
}

NamedTensors stateDict(const torch::nn::Module &model)
{
    return withBuffers(parametersOf(model), model);
}

NamedTensors trainedStateDict(const torch::nn::Module &model)
{
    return withBuffers(trainableParametersOf(model), model);
}

const at::Tensor *findTensor(const NamedTensors &tensors, std::string_view name)
{
    const auto found
        = std::find_if(tensors.begin(), tensors.end(), [&](const NamedTensor &item) { return item.name == name; });
    return found == tensors.end() ? nullptr : &found->tensor;
}

Result<void> copyInto(const NamedTensors &target, const NamedTensors &values)
{
    std::map<std::string, at::Tensor> byName;
    for (const NamedTensor &value : values)
        byName.emplace(value.name, value.tensor);
    if (byName.size() != target.size())
        return fail(std::to_string(target.size()) + " tensors are expected, but there are "
            + std::to_string(byName.size()) + ".");
    for (const NamedTensor &wanted : target) {
        const auto found = byName.find(wanted.name);
        if (found == byName.end())
            return fail("The tensor \"" + wanted.name + "\" is missing.");
        if (found->second.sizes() != wanted.tensor.sizes()
            || found->second.scalar_type() != wanted.tensor.scalar_type())
            return fail("The tensor \"" + wanted.name + "\" has another shape or type than this model's.");
    }
    const torch::NoGradGuard noGradients;
    for (const NamedTensor &wanted : target)
        wanted.tensor.detach().copy_(byName.at(wanted.name));
    return {};
}

} // namespace motley
