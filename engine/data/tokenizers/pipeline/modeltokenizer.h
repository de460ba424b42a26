// The tokenizer of a folder with a language model, by the kind of the model.
#pragma once

#include "engine/base/result.h"
#include "engine/data/tokenizers/pipeline/pipelinetokenizer.h"

#include <string>
#include <string_view>

namespace motley {

// Whether the tokenizer of a model of this type (model_type in config.json) is its tokenizer.json. GPT-2's may lie in
// files of its own, which BytePairTokenizer reads.
bool needsTokenizerJson(std::string_view modelType);

// Errors name the file: among others a model of another type.
Result<PipelineTokenizer> readModelTokenizer(const std::string &folder, MistralRegex mistral = MistralRegex::AsWritten);

} // namespace motley
