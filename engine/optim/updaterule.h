// How one family of optimizers changes parameters by their gradients. Each family has a file of its own.
#pragma once

#include "engine/job/optimizerspec.h"
#include "engine/tensorfiles/namedtensors.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace motley {

struct Update {
    double learningRate = 0;
    std::int64_t number = 1; // from 1: running means begin at 0, and rules correct that bias by the number
};

class UpdateRule {
public:
    virtual ~UpdateRule() = default;

    virtual void apply(const Update &update) = 0; // called without autograd; every parameter has a gradient
    virtual NamedTensors state() const = 0; // the optimizer state; copyInto() restores it
};

using UpdateRulePointer = std::unique_ptr<UpdateRule>;

UpdateRulePointer makeSgd(const OptimizerSpec &spec, const NamedTensors &parameters);
UpdateRulePointer makeAdam(const OptimizerSpec &spec, const NamedTensors &parameters); // adam, adamw, hetseq-adam
UpdateRulePointer makeAdadelta(const OptimizerSpec &spec, const NamedTensors &parameters);
UpdateRulePointer makeAdagrad(const OptimizerSpec &spec, const NamedTensors &parameters);
UpdateRulePointer makeAdamax(const OptimizerSpec &spec, const NamedTensors &parameters);
UpdateRulePointer makeRmsProp(const OptimizerSpec &spec, const NamedTensors &parameters);
UpdateRulePointer makeAdafactor(const OptimizerSpec &spec, const NamedTensors &parameters);
UpdateRulePointer makeLion(const OptimizerSpec &spec, const NamedTensors &parameters);
UpdateRulePointer makeMuon(const OptimizerSpec &spec, const NamedTensors &matrices);

// `adapts`: each step is scaled to the norm of its parameter. Without it this is Adam with decoupled weight decay.
UpdateRulePointer makeLamb(const OptimizerSpec &spec, const NamedTensors &parameters, bool adapts);

// Parameters that an optimizer treats alike: biases and norms may be exempt from weight decay (and with it, as LAMB's
// authors do, from the adaptation), and Muon is for matrices alone.
struct ParameterGroup {
    OptimizerSpec spec;
    NamedTensors parameters; // at least one
    bool adapts = true; // for LAMB: see makeLamb()
};

std::vector<ParameterGroup> groupParameters(const OptimizerSpec &spec, const NamedTensors &parameters);
UpdateRulePointer makeUpdateRule(const ParameterGroup &group);

// Whether an element's update depends on other elements of its tensor: then a parameter cannot be cut.
bool needsWholeTensors(const OptimizerSpec &spec);

} // namespace motley
