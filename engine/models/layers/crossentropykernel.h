// The passes of cross-entropy over one row of logits, free of LibTorch.
#pragma once

#include <cstdint>

namespace motley {

struct LogitRow {
    float logNormaliser = 0; // the logarithm of the sum of exponentials
    double sum = 0; // of the logits
};
LogitRow measureLogits(const float *logits, std::int64_t count);

// to[i] = (exp(logits[i] - logNormaliser) - onEach) * scale. The two may be the same memory.
void likelihoodGradient(
    const float *logits, float *to, std::int64_t count, float logNormaliser, float onEach, float scale);

} // namespace motley
