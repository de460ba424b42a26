// What a low-rank adapter consists of (Hu et al. 2022), and adapter_config.json, in which PEFT says it.
#pragma once

#include "engine/base/result.h"
#include "engine/job/tasks/adapterspec.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

// Layers are named by their whole name, or by its end from a dot on: "q_proj" is any layer's, "0.self_attn.q_proj" the
// first one's.
struct LoraConfig {
    std::int64_t rank = 8;
    double alpha = 8;
    bool rankStabilised = false; // divides by the root of the rank
    double dropout = 0; // of what the adapter gets
    std::vector<std::string> targets{}; // empty: all linear layers but the output layer
    std::vector<LayerNumber> ranks{}; // of layers with another rank; the first that fits counts, also below
    std::vector<LayerNumber> alphas{};
    std::vector<std::string> modulesToSave{}; // trained as a whole

    bool tiesWeights = false; // word embeddings to save are the output layer's too, where the model shares them
    std::string base{}; // folder or name on the hub of the model that it is for

    std::int64_t rankOf(const std::string &layer) const;
    double scaleOf(const std::string &layer) const; // of what is added
    bool operator==(const LoraConfig &) const = default;
};

bool isCalled(const std::string &layer, const std::string &name); // whether the name is the layer's, as above

// Of a fresh adapter. The spec is valid (validate() in taskspec.h).
LoraConfig loraConfigOf(const AdapterSpec &spec);

// Reads adapter_config.json, without what its target_modules, exclude_modules, layers_to_transform and modules_to_save
// say: which layers have an adapter is seen in the tensors. Errors: other kinds of adapters, by name; fields that have
// values out of range or that this program does not know.
Result<LoraConfig> parseLoraConfig(std::string_view json);

// The same adapter_config.json for a model in another place: a folder, or a name on the hub. Errors: no object of JSON.
Result<std::string> withBase(std::string_view json, const std::string &base);

// adapter_config.json as PEFT reads it, for causal language models.
std::string toJson(const LoraConfig &config);

} // namespace motley
