#include "engine/job/optimizerspec.h"

namespace motley {

// PyTorch's defaults where PyTorch has the method; for LAMB and Lion the values of their papers.
OptimizerSpec usualOptimizer(OptimizerSpec::Kind kind)
{
    OptimizerSpec usual;
    usual.kind = kind;
    switch (kind) {
    case OptimizerSpec::Kind::Sgd:
    case OptimizerSpec::Kind::Adam:
    case OptimizerSpec::Kind::HetSeqAdam:
    case OptimizerSpec::Kind::Adamax:
        break;
    case OptimizerSpec::Kind::AdamW:
        usual.weightDecay = 0.01;
        break;
    case OptimizerSpec::Kind::Adadelta:
        usual.beta2 = 0.9;
        usual.epsilon = 1e-6;
        break;
    case OptimizerSpec::Kind::Adagrad:
        usual.epsilon = 1e-10;
        break;
    case OptimizerSpec::Kind::RmsProp:
        usual.beta2 = 0.99;
        usual.momentum = 0;
        break;
    case OptimizerSpec::Kind::Adafactor:
        usual.epsilon = 1e-3;
        break;
    case OptimizerSpec::Kind::Lamb:
        usual.epsilon = 1e-6;
        usual.weightDecay = 0.01;
        break;
    case OptimizerSpec::Kind::Lion:
        usual.beta2 = 0.99;
        break;
    case OptimizerSpec::Kind::Muon:
        usual.momentum = 0.95;
        usual.nesterov = true;
        usual.weightDecay = 0.1;
        break;
    }
    return usual;
}

std::optional<FieldProblem> findProblem(const OptimizerSpec &optimizer)
{
    if (optimizer.kind == OptimizerSpec::Kind::Sgd && optimizer.nesterov && optimizer.momentum == 0)
        return FieldProblem{"optimizer.nesterov", FieldProblem::Kind::NesterovWithoutMomentum};
    return std::nullopt;
}

} // namespace motley
