// Fresh parameters: uniform numbers by exact arithmetic only, so that they are a function of the seed on every machine.
#pragma once

#include "engine/models/layers/torchlayers.h"

#include <cstdint>

namespace motley {

// Weights as He et al. (2015) have them for ReLU; biases 0. Normalising layers keep their ones and zeros.
void initialiseForRelu(torch::nn::Module &model, std::uint64_t seed);

// Weights as Glorot and Bengio (2010) have them, which keeps sums of residual branches small; biases 0. Normalising
// layers keep their ones and zeros.
void initialiseEvenly(torch::nn::Module &model, std::uint64_t seed);

// As initialiseEvenly(), and learnt tokens and positions (1 x tokens x width) with a standard deviation of 0.02.
void initialiseTransformer(torch::nn::Module &model, std::uint64_t seed);

} // namespace motley
