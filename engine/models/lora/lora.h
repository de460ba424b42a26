// Puts low-rank adapters (Hu et al. 2022) on a model whose linear layers are Projections: they are trained, and the
// model's own weights stay as they are, in the types that they have.
#pragma once

#include "engine/formats/lora/loraconfig.h"
#include "engine/models/lora/loralayer.h"
#include "engine/tensorfiles/namedtensors.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace motley {

// The model is on the CPU and has its weights. A begins as in PEFT (uniform, up to 1 / sqrt(inputs)), as a function of
// the seed, and B with zeros, so that the model computes what it did. Modules to save become float32. Errors: a name in
// the configuration that no layer or module has; a model without linear layers that may have adapters; one that has
// some already.
Result<void> addAdapters(torch::nn::Module &model, const LoraConfig &config, std::uint64_t seed);

struct AdaptedLayer {
    std::string name;
    std::shared_ptr<Projection> layer;
    std::shared_ptr<const LoraLayer> adapter;
};
std::vector<AdaptedLayer> adaptedLayers(const torch::nn::Module &model);

// The linear layers of a model that an adapter may be put on, by name.
std::vector<std::pair<std::string, std::shared_ptr<Projection>>> linearLayers(const torch::nn::Module &model);

// stateDict() of the model as if it had no adapters and had learnt what they add: computed in float32, and rounded to
// the type of the weight. Modules that were trained as a whole get that of the adapted layers' weights. Packed weights
// become the numbers that they stand for.
NamedTensors mergedTensors(const torch::nn::Module &model);

} // namespace motley
