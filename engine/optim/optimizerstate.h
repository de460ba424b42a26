// Optimizer state of one kind, such as the mean of past gradients: a tensor for each parameter, of its shape, at first
// all zero.
#pragma once

#include "engine/tensorfiles/namedtensors.h"

#include <string>
#include <vector>

namespace motley {

class OptimizerState {
public:
    // The tensors are named by `what` and the parameter: "mean.conv1.weight".
    OptimizerState(const std::string &what, const NamedTensors &parameters);
    OptimizerState() = default; // of no parameters

    const std::vector<at::Tensor> &tensors() const { return m_tensors; }
    void addTo(NamedTensors &state) const;

private:
    std::vector<std::string> m_names;
    std::vector<at::Tensor> m_tensors;
};

// The parameter that a state tensor belongs to: "conv1.weight" for "mean.conv1.weight", empty for "steps", which all
// parameters share.
std::string parameterOf(const std::string &state);

std::vector<at::Tensor> tensorsOf(const NamedTensors &parameters); // detached, over the same memory
std::vector<at::Tensor> gradientsOf(const NamedTensors &parameters);

} // namespace motley
