// Adagrad (Duchi, Hazan and Singer 2011).
#include "engine/optim/parameterchunks.h"

#include <torch/types.h>

namespace motley {

UpdateRulePointer makeAdagrad(const OptimizerSpec &spec, const NamedTensors &parameters)
{
    return makeElementwiseRule(parameters, {"sumOfSquares"}, [spec](const ParameterChunk &chunk, const Update &update) {
        const auto gradients = decayed(chunk, spec.weightDecay);
        const auto &sumOfSquares = chunk.states[0];
        at::_foreach_addcmul_(sumOfSquares, gradients, gradients, 1);
        const auto divisors = at::_foreach_sqrt(sumOfSquares);
        at::_foreach_add_(divisors, spec.epsilon);
        at::_foreach_addcdiv_(chunk.parameters, gradients, divisors, -update.learningRate);
    });
}

} // namespace motley
