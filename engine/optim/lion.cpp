// Lion (Chen et al. 2023): steps of one size, along the sign of a mean gradient; decoupled weight decay.
#include "engine/optim/parameterchunks.h"

#include <torch/types.h>

namespace motley {

UpdateRulePointer makeLion(const OptimizerSpec &spec, const NamedTensors &parameters)
{
    return makePiecewiseRule(parameters, {"mean"}, [spec](const Piece &piece, const Update &update) {
        const auto &mean = piece.memories[0];
        const auto steps = at::_foreach_lerp(mean, piece.gradients, 1 - spec.beta1);
        at::_foreach_sign_(steps);
        if (spec.weightDecay != 0)
            at::_foreach_mul_(piece.parameters, 1 - update.learningRate * spec.weightDecay);
        at::_foreach_add_(piece.parameters, steps, -update.learningRate);
        at::_foreach_lerp_(mean, piece.gradients, 1 - spec.beta2);
    });
}

} // namespace motley
