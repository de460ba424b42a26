// Adadelta (Zeiler 2012), as PyTorch and HetSeq have it.
#include "engine/optim/parameterchunks.h"

#include <torch/types.h>

namespace motley {

UpdateRulePointer makeAdadelta(const OptimizerSpec &spec, const NamedTensors &parameters)
{
    return makeElementwiseRule(
        parameters, {"meanSquare", "meanSquareStep"}, [spec](const ParameterChunk &chunk, const Update &update) {
            const auto gradients = decayed(chunk, spec.weightDecay);
            const auto &meanSquare = chunk.states[0];
            const auto &meanSquareStep = chunk.states[1];
            at::_foreach_mul_(meanSquare, spec.beta2);
            at::_foreach_addcmul_(meanSquare, gradients, gradients, 1 - spec.beta2);
            const auto divisors = at::_foreach_add(meanSquare, spec.epsilon);
            at::_foreach_sqrt_(divisors);
            const auto steps = at::_foreach_add(meanSquareStep, spec.epsilon);
            at::_foreach_sqrt_(steps);
            at::_foreach_div_(steps, divisors);
            at::_foreach_mul_(steps, gradients);
            at::_foreach_mul_(meanSquareStep, spec.beta2);
            at::_foreach_addcmul_(meanSquareStep, steps, steps, 1 - spec.beta2);
            at::_foreach_add_(chunk.parameters, steps, -update.learningRate);
        });
}

} // namespace motley
