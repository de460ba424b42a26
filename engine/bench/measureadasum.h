// Times Adasum beside the plain all-reduce of the same tensors.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <vector>

namespace motley {

// Elements of each parameter of BERT with its heads for pre-training, and the vocabulary of the published models.
std::vector<std::int64_t> bertParameterSizes(std::int64_t layers, std::int64_t hidden);

struct AdasumTimes {
    double plainSeconds = 0; // medians over the turns
    double adasumSeconds = 0;
};

// Over Gloo between `ranks` threads of this process, in float32; in each turn both are done once. Errors: what forms no
// group.
Result<AdasumTimes> timeAdasum(const std::vector<std::int64_t> &sizes, int ranks, int turns, int threads);

} // namespace motley
