// How the study joins what the ranks of a step computed.
#pragma once

namespace motley {

enum class JoinRule {
    Sum, // of the ranks' mean gradients: the mean times the number of ranks, as if the rate grew with it
    Mean, // over the global batch
    Adasum, // of the ranks' updates, each from the mean gradient of its own samples by its own optimizer
};

} // namespace motley
