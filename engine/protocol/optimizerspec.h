// How the gradient changes the parameters.
#pragma once

namespace motley {

struct OptimizerSpec {
    enum class Kind { Sgd, AdamW };
    Kind kind = Kind::Sgd;
    double momentum = 0.9; // sgd only
    bool nesterov = false; // sgd only
    double beta1 = 0.9; // adamw only
    double beta2 = 0.999; // adamw only
    double epsilon = 1e-8; // adamw only
    double weightDecay = 0.0; // sgd: added to the gradient; adamw: decoupled

    bool operator==(const OptimizerSpec &) const = default;
};

} // namespace motley
