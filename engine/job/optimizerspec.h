// The optimizer: how the gradient changes the parameters.
#pragma once

#include "engine/job/fieldproblem.h"

#include <optional>

namespace motley {

struct OptimizerSpec {
    enum class Kind { Sgd, Adam, AdamW, HetSeqAdam, Adadelta, Adagrad, Adamax, RmsProp, Adafactor, Lamb, Lion, Muon };
    Kind kind = Kind::Sgd;
    double momentum = 0.9; // sgd, rmsprop, muon
    bool nesterov = false; // sgd, muon
    double beta1 = 0.9; // decay of the mean gradient: the Adam family, lamb, lion; muon: of all but matrices
    double beta2 = 0.999; // decay of the mean squared gradient: as beta1, and adadelta, rmsprop
    double epsilon = 1e-8; // added to denominators so that they are not 0; adafactor: lower limit of the step size
    bool amsgrad = false; // adam, adamw: divides by the largest mean square so far
    double weightDecay = 0.0; // added to the gradient or decoupled from it, depending on the method
    bool decayBiasesAndNorms = true; // false: only parameters of two or more dimensions decay
    double clipValue = 0.0; // largest absolute value of a gradient's elements; 0: no clipping
    double averageDecay = 0.0; // of an exponential moving average of the parameters, which is tested and saved; 0: none

    bool operator==(const OptimizerSpec &) const = default;
};

// The default hyperparameters of a method, which a job has where it leaves them out.
OptimizerSpec usualOptimizer(OptimizerSpec::Kind kind);

// The first problem that spans several fields, so that the ranges of single fields cannot find it; nullopt: none.
std::optional<FieldProblem> findProblem(const OptimizerSpec &optimizer);

} // namespace motley
