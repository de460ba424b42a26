// Changes all parameters of a model once per step, with a state that can be written down.
#pragma once

#include "engine/optim/parameterslices.h"
#include "engine/optim/updaterule.h"

#include <optional>

namespace motley {

class Optimizer {
public:
    // The parameters' tensors must stay where they are: change them in place. `held`: the slices that this one updates
    // and has state for, whole tensors where the method needs them so; nothing: all.
    Optimizer(const OptimizerSpec &spec, const NamedTensors &parameters,
        std::optional<std::vector<ParameterSlice>> held = {});

    void step(double learningRate); // uses the gradients of what it changes; each must have one
    // "steps", "momentum.conv1.weight", ...: copyInto() restores it, bit for bit. Of a parameter that is held in part,
    // the held part is there, flat, under the name of the whole.
    NamedTensors state() const;

private:
    std::vector<UpdateRulePointer> m_rules;
    at::Tensor m_steps; // taken so far; a tensor, so that it travels with the rest of the state
};

} // namespace motley
