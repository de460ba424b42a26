// The loops of cross-entropy over one row of logits. Free of LibTorch.
#pragma once

#include <cstdint>

namespace motley {

struct LogitRow {
    float logNormaliser = 0; // logarithm of the sum of the exponentials
    double sum = 0; // of the logits
};
LogitRow measureLogits(const float *logits, std::int64_t count);

// to[i] = (exp(logits[i] - logNormaliser) - onEach) * scale. `to` may be `logits`.
void likelihoodGradient(
    const float *logits, float *to, std::int64_t count, float logNormaliser, float onEach, float scale);

} // namespace motley
