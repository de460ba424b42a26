// Lion (Chen et al. 2023): steps of one size, along the sign of a mean gradient; decoupled weight decay.
#include "engine/optim/parameterchunks.h"

#include <torch/types.h>

namespace motley {

UpdateRulePointer makeLion(const OptimizerSpec &spec, const NamedTensors &parameters)
{
    return makeElementwiseRule(parameters, {"mean"}, [spec](const ParameterChunk &chunk, const Update &update) {
        const auto &mean = chunk.states[0];
        const auto steps = at::_foreach_lerp(mean, chunk.gradients, 1 - spec.beta1);
        at::_foreach_sign_(steps);
        if (spec.weightDecay != 0)
            at::_foreach_mul_(chunk.parameters, 1 - update.learningRate * spec.weightDecay);
        at::_foreach_add_(chunk.parameters, steps, -update.learningRate);
        at::_foreach_lerp_(mean, chunk.gradients, 1 - spec.beta2);
    });
}

} // namespace motley
