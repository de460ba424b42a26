// Initialises parameters with uniform random numbers by exact arithmetic, so that they are a function of the seed on
// every machine.
#pragma once

#include "engine/models/layers/torchlayers.h"

#include <cstdint>

namespace motley {

// The initialisation of He et al. (2015) for ReLU; biases 0. Normalisation layers keep their ones and zeros.
void initialiseForRelu(torch::nn::Module &model, std::uint64_t seed);

// The initialisation of Glorot and Bengio (2010), which keeps sums of residual branches small; biases 0. Normalisation
// layers keep their ones and zeros.
void initialiseEvenly(torch::nn::Module &model, std::uint64_t seed);

// Like initialiseEvenly(), with learnt tokens and positions ([1, tokens, width]) initialised with a standard deviation
// of 0.02.
void initialiseTransformer(torch::nn::Module &model, std::uint64_t seed);

} // namespace motley
