// An adapter as a GGUF file of its own, which llama.cpp puts on the model that it is for (--lora).
#pragma once

#include "engine/formats/decoder/decoderconfig.h"
#include "engine/formats/gguf/ggufmodel.h"
#include "engine/inference/gguf/ggufbytes.h"

#include <string>
#include <vector>

namespace motley {

struct GgufAdapter {
    GgufFields fields; // after those of every file
    std::vector<PlannedTensor> tensors;
};

// `folder`: as PEFT writes it. Errors: those of readPeftFolder() and addAdapters(); modules that were trained as a
// whole, and an adapter of an output layer that a GGUF file does not have.
Result<GgufAdapter> ggufAdapterOf(
    const std::string &folder, const GgufModel &model, const DecoderConfig &decoder, GgufType type);

} // namespace motley
