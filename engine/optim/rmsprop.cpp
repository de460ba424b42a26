// RMSprop (Tieleman and Hinton 2012), with optional momentum.
#include "engine/optim/parameterchunks.h"

#include <torch/types.h>

namespace motley {

UpdateRulePointer makeRmsProp(const OptimizerSpec &spec, const NamedTensors &parameters)
{
    std::vector<std::string> states{"meanSquare"};
    if (spec.momentum > 0)
        states.push_back("momentum");
    return makeElementwiseRule(parameters, states, [spec](const ParameterChunk &chunk, const Update &update) {
        const auto gradients = decayed(chunk, spec.weightDecay);
        const auto &meanSquare = chunk.states[0];
        at::_foreach_mul_(meanSquare, spec.beta2);
        at::_foreach_addcmul_(meanSquare, gradients, gradients, 1 - spec.beta2);
        const auto divisors = at::_foreach_sqrt(meanSquare);
        at::_foreach_add_(divisors, spec.epsilon);
        if (spec.momentum == 0) {
            at::_foreach_addcdiv_(chunk.parameters, gradients, divisors, -update.learningRate);
            return;
        }
        const auto &momentum = chunk.states[1];
        at::_foreach_mul_(momentum, spec.momentum);
        at::_foreach_addcdiv_(momentum, gradients, divisors, 1);
        at::_foreach_add_(chunk.parameters, momentum, -update.learningRate);
    });
}

} // namespace motley
