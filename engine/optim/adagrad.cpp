// Adagrad (Duchi, Hazan and Singer 2011).
#include "engine/optim/parameterchunks.h"

#include <torch/types.h>

namespace motley {

UpdateRulePointer makeAdagrad(const OptimizerSpec &spec, const NamedTensors &parameters)
{
    return makePiecewiseRule(parameters, {"sumOfSquares"}, [spec](const Piece &piece, const Update &update) {
        const auto gradients = decayed(piece, spec.weightDecay);
        const auto &sumOfSquares = piece.memories[0];
        at::_foreach_addcmul_(sumOfSquares, gradients, gradients, 1);
        const auto divisors = at::_foreach_sqrt(sumOfSquares);
        at::_foreach_add_(divisors, spec.epsilon);
        at::_foreach_addcdiv_(piece.parameters, gradients, divisors, -update.learningRate);
    });
}

} // namespace motley
