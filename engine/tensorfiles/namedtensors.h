// The state of a model or of an optimizer: tensors by name, in a fixed order.
#pragma once

#include "engine/base/result.h"

#include <ATen/core/Tensor.h>

#include <string>
#include <string_view>
#include <vector>

namespace torch::nn {
class Module;
}

namespace motley {

struct NamedTensor {
    std::string name;
    at::Tensor tensor;
};
using NamedTensors = std::vector<NamedTensor>;

NamedTensors parametersOf(const torch::nn::Module &model);
// Those with requires_grad, in the order of parametersOf(): what an optimizer updates and ranks exchange.
NamedTensors trainableParametersOf(const torch::nn::Module &model);
NamedTensors stateDict(const torch::nn::Module &model); // parameters, then buffers
// What training changes: trainable parameters, then buffers. The stateDict() of a model that has no frozen parameter.
NamedTensors trainedStateDict(const torch::nn::Module &model);

const at::Tensor *findTensor(const NamedTensors &tensors, std::string_view name); // nullptr: it is not there
const at::Tensor *findTensor(NamedTensors &&tensors, std::string_view name) = delete; // it would point to what is gone

// Values are copied into the target's tensors. Names, types and shapes must be the same; the Error names the first
// tensor that is not.
Result<void> copyInto(const NamedTensors &target, const NamedTensors &values);

} // namespace motley
