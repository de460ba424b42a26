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
    std::int64_t number = 1; // from 1: means over the updates begin at 0, and rules take out that bias
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

// Adapts: steps follow the length of each parameter. Without, it is Adam with decoupled decay.
UpdateRulePointer makeLamb(const OptimizerSpec &spec, const NamedTensors &parameters, bool adapts);

// Parameters that a method treats alike: biases and norms may be spared the weight decay (and with it, as LAMB's
// authors do, the adaptation), and Muon is for matrices alone.
struct ParameterGroup {
    OptimizerSpec spec;
    NamedTensors parameters; // at least one
    bool adapts = true; // of LAMB
};

std::vector<ParameterGroup> groupParameters(const OptimizerSpec &spec, const NamedTensors &parameters);
UpdateRulePointer makeUpdateRule(const ParameterGroup &group);

// Whether a step of a number follows from more than what is known of that number: then a parameter cannot be cut.
bool needsWholeTensors(const OptimizerSpec &spec);

} // namespace motley
