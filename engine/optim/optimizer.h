// Changes all parameters of a model once per step, with a state that can be written down.
#pragma once

#include "engine/optim/parameterparts.h"
#include "engine/optim/updaterule.h"

#include <optional>

namespace motley {

class Optimizer {
public:
    // The parameters' tensors must stay where they are: change them in place. `held`: the numbers that this one changes
    // and remembers, whole tensors where the method needs them so; nothing: all.
    Optimizer(const OptimizerSpec &spec, const NamedTensors &parameters, std::optional<NumberRange> held = {});

    void step(double learningRate); // uses the parameters' gradients; each must have one
    // "steps", "momentum.conv1.weight", ...: copyInto() restores it, bit for bit. Of a parameter that is held in part,
    // the held part is there, flat, under the name of the whole.
    NamedTensors state() const;

private:
    struct Slice {
        ParameterPart part;
        at::Tensor values; // over the parameter's memory
    };

    NamedTensors heldOf(const NamedTensors &group, const std::vector<ParameterPart> &held);

    std::vector<Slice> m_slices; // of parameters that are not held as a whole
    std::vector<UpdateRulePointer> m_rules;
    at::Tensor m_steps; // taken so far; a tensor, so that it travels with the rest of the state
};

} // namespace motley
