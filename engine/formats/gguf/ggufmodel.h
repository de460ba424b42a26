// A decoder as llama.cpp knows it: the name of its architecture, the fields that describe it, and what of it llama.cpp
// cannot compute.
#pragma once

#include "engine/base/result.h"
#include "engine/formats/decoder/decoderconfig.h"
#include "engine/formats/gguf/ggufhead.h"

#include <string>
#include <string_view>
#include <vector>

namespace motley {

struct GgufArchitecture {
    enum class Windows { Ignored, Period, Listed }; // how it is said which layers have a sliding window

    std::string_view family; // model_type in config.json
    const char *name; // in llama.cpp
    bool pairsStandTogether = false; // numbers of queries and keys that are rotated as a pair stand side by side
    bool readsFrequencies = false; // tensors that stretch the rotation, of llama3 and longrope
    bool queryKeyValueBias = false; // that it has room for
    bool otherBias = false; // of the attention's output and of the feed-forward part
    Windows windows = Windows::Ignored;
    std::int64_t period = 0; // of Windows::Period: that of a file that does not say one
    bool needsHead = false; // the output layer must be there even where it is the word embeddings
};

struct GgufModel {
    const GgufArchitecture *architecture = nullptr;
    GgufFields fields; // from "llama.context_length" on
    std::vector<std::string> notes; // sentences about what will differ
};

// Errors: a family that llama.cpp does not know, or one with a switch that it does not compute.
Result<GgufModel> ggufModelOf(const DecoderConfig &decoder);

// The field from the rotation's stretch: a factor for each pair of numbers, by which its frequency is divided. Empty:
// there is none. The second is for longrope alone: those of long texts, while the first are of short ones.
struct GgufFrequencies {
    std::vector<float> all{};
    std::vector<float> ofShort{};
    std::vector<float> ofLong{};
};
GgufFrequencies ggufFrequenciesOf(const DecoderConfig &decoder);

// The name in a GGUF file of a tensor of the model for text: "layers.3.mlp.up_proj.weight" is "blk.3.ffn_up.weight".
// Without the folder's prefix, such as "model."; the output layer is "lm_head.weight". Empty: it is none of these.
std::string ggufNameOf(const DecoderConfig &decoder, std::string_view name);

} // namespace motley
