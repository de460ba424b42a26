// Updates the parameters of a model once per step; its state can be saved and restored.
#pragma once

#include "engine/optim/parameterslices.h"
#include "engine/optim/updaterule.h"

#include <optional>

namespace motley {

class Optimizer {
public:
    // The parameters' tensors must stay where they are: change them in place. `held`: the slices that this optimizer
    // updates and has state for, whole tensors if needsWholeTensors(spec); nullopt: all parameters.
    Optimizer(const OptimizerSpec &spec, const NamedTensors &parameters,
        std::optional<std::vector<ParameterSlice>> held = {});

    void step(double learningRate); // uses the gradients of the parameters that it updates; each must have one
    // "steps", "momentum.conv1.weight", ...: copyInto() restores it, bit for bit. Of a parameter that is held in part,
    // the state of that part is there, flat, under the parameter's name.
    NamedTensors state() const;

private:
    std::vector<UpdateRulePointer> m_rules;
    at::Tensor m_steps; // taken so far; a tensor, so that it travels with the rest of the state
};

} // namespace motley
