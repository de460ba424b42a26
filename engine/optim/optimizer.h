// Changes all parameters of a model once per step, with a state that can be written down.
#pragma once

#include "engine/optim/updaterule.h"

namespace motley {

class Optimizer {
public:
    // The parameters' tensors must stay where they are: change them in place.
    Optimizer(const OptimizerSpec &spec, const NamedTensors &parameters);

    void step(double learningRate); // uses the parameters' gradients; each must have one
    NamedTensors state() const; // "steps", "momentum.conv1.weight", ...: copyInto() restores it, bit for bit

private:
    std::vector<UpdateRulePointer> m_rules;
    at::Tensor m_steps; // taken so far; a tensor, so that it travels with the rest of the state
};

} // namespace motley
