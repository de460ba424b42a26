// SGD with momentum and AdamW over ATen's fused kernels, with a state that can be written down.
#pragma once

#include "engine/models/namedtensors.h"
#include "engine/protocol/jobspec.h"

#include <string>
#include <vector>

namespace motley {

class Optimizer {
public:
    Optimizer(OptimizerSpec spec, const NamedTensors &parameters);

    void step(double learningRate); // uses the parameters' gradients
    NamedTensors state() const; // "momentum.conv1.weight", ...: copyInto() restores it

private:
    OptimizerSpec m_spec;
    std::vector<std::string> m_names;
    std::vector<at::Tensor> m_parameters;
    std::vector<at::Tensor> m_first; // momentum, or the mean of the gradient
    std::vector<at::Tensor> m_second; // adamw: the mean of its square
    std::vector<at::Tensor> m_steps; // adamw: how many steps each mean holds, for their bias
};

} // namespace motley
