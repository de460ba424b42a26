// Gives a decoder to llama.cpp and the programs on it, such as Ollama and LM Studio: one GGUF file, and a Modelfile.
#pragma once

#include "engine/base/result.h"
#include "engine/formats/gguf/ggufhead.h"

#include <optional>
#include <string>
#include <vector>

namespace motley {

struct GgufRequest {
    std::string model; // folder of a decoder, or of an adapter as PEFT writes it
    std::string file; // to write
    std::optional<GgufType> type{}; // of the weights; nullopt: as they are
    std::string base{}; // of an adapter: the folder of its model; empty: the one that adapter_config.json names
    bool overwrites = false;
};

struct GgufExported {
    std::vector<std::string> notes; // sentences about what will differ
    GgufType type = GgufType::Float32;
    bool isAdapter = false;
};

// Of a whole model a Modelfile is written beside the file. Errors: what is there already; a model or tokenizer that
// llama.cpp does not have; files that cannot be read or written.
Result<GgufExported> exportGguf(const GgufRequest &request);

} // namespace motley
