// Keeps the frozen weights of a model in fewer bits, below adapters that are trained.
#pragma once

#include "engine/base/result.h"
#include "engine/job/tasks/languagemodelspec.h"
#include "engine/models/layers/torchlayers.h"
#include "engine/models/quantization/packedweight.h"

#include <cstdint>
#include <memory>
#include <string>

namespace motley {

// Packs the weights of all linear layers but the output layer and those that are trained. The model is on the CPU and
// has the types of its file; what comes out is the same on every machine. Errors: its file has them in other bits.
Result<void> quantise(torch::nn::Module &model, Quantization bits);

std::shared_ptr<const PackedWeight> packedWeight(const at::Tensor &weight, Quantization bits); // not Quantization::None

// As the adapter in the folder was trained, by its motley.json; without that as they are.
Result<void> quantiseAsTrained(torch::nn::Module &model, const std::string &adapterFolder);

Quantization quantizationOf(const torch::nn::Module &model); // of its first packed layer

// Bytes of the weights that quantise() packs: as they are, in the bits that they are computed in, and packed.
struct BaseBytes {
    std::int64_t now = 0;
    std::int64_t plain = 0;
    std::int64_t int8 = 0;
    std::int64_t nf4 = 0;
};
BaseBytes baseBytesOf(const torch::nn::Module &model, at::ScalarType computed); // in which numbers it computes

} // namespace motley
