// Adamax (Kingma and Ba 2015): Adam with a decaying maximum of the gradients in place of the mean square.
#include "engine/optim/parameterchunks.h"

#include <torch/types.h>

#include <cmath>

namespace motley {

UpdateRulePointer makeAdamax(const OptimizerSpec &spec, const NamedTensors &parameters)
{
    return makeElementwiseRule(
        parameters, {"mean", "largest"}, [spec](const ParameterChunk &chunk, const Update &update) {
            const auto gradients = decayed(chunk, spec.weightDecay);
            const auto &mean = chunk.states[0];
            const auto &largest = chunk.states[1];
            at::_foreach_lerp_(mean, gradients, 1 - spec.beta1);
            at::_foreach_mul_(largest, spec.beta2);
            const auto sizes = at::_foreach_abs(gradients);
            at::_foreach_add_(sizes, spec.epsilon);
            at::_foreach_maximum_(largest, sizes);
            const double bias = 1 - std::pow(spec.beta1, double(update.number));
            at::_foreach_addcdiv_(chunk.parameters, mean, largest, -update.learningRate / bias);
        });
}

} // namespace motley
