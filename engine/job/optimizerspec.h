// How the gradient changes the parameters.
#pragma once

#include "engine/job/fieldproblem.h"

#include <optional>

namespace motley {

struct OptimizerSpec {
    enum class Kind { Sgd, Adam, AdamW, HetSeqAdam, Adadelta, Adagrad, Adamax, RmsProp, Adafactor, Lamb, Lion, Muon };
    Kind kind = Kind::Sgd;
    double momentum = 0.9; // sgd, rmsprop, muon
    bool nesterov = false; // sgd, muon
    double beta1 = 0.9; // decay of the mean gradient: adam and its kin, lamb, lion; muon for what is no matrix
    double beta2 = 0.999; // decay of its mean square: the same, adadelta, rmsprop
    double epsilon = 1e-8; // keeps a quotient small where gradients vanish; adafactor: the least size of its steps
    bool amsgrad = false; // adam, adamw: divides by the largest mean square so far
    double weightDecay = 0.0; // added to the gradient, or decoupled from it, as the method has it
    bool decayBiasesAndNorms = true; // false: only parameters of two and more dimensions decay
    double clipValue = 0.0; // largest entry of a gradient, in either direction; 0: no clipping
    double averageDecay = 0.0; // of a moving average of the parameters, which is tested and saved; 0: none

    bool operator==(const OptimizerSpec &) const = default;
};

// The method with the values it is usually given. A job has them for what it leaves out.
OptimizerSpec usualOptimizer(OptimizerSpec::Kind kind);

// What ranges cannot say.
std::optional<FieldProblem> findProblem(const OptimizerSpec &optimizer);

} // namespace motley
