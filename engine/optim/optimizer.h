// Updates the parameters of a model once per step; its state can be saved and restored.
#pragma once

#include "engine/optim/parameterslices.h"
#include "engine/optim/updaterule.h"

#include <optional>
#include <string>
#include <vector>

namespace motley {

class Optimizer {
public:
    // The parameters' tensors must stay where they are: change them in place. `held`: the slices that this optimizer
    // updates and has state for, whole tensors if needsWholeTensors(spec); nullopt: all parameters.
    Optimizer(const OptimizerSpec &spec, const NamedTensors &parameters,
        std::optional<std::vector<ParameterSlice>> held = {});

    // Uses the gradients of the parameters that it updates; each must have one. `unused`: by the index of all
    // parameters, those whose gradient says nothing: they and their state stay as they are. Empty: there are none.
    void step(double learningRate, const std::vector<bool> &unused = {});
    // "steps", "momentum.conv1.weight", ...: copyInto() restores it, bit for bit. Of a parameter that is held in part,
    // the state of that part is there, flat, under the parameter's name.
    NamedTensors state() const;

private:
    std::vector<at::Tensor> tensorsOfUnused(const std::vector<bool> &unused) const;

    std::vector<std::string> m_names; // of all parameters
    NamedTensors m_updated;
    std::vector<UpdateRulePointer> m_rules;
    at::Tensor m_steps; // taken so far; a tensor, so that it travels with the rest of the state
};

} // namespace motley
