// The tokenizer of a language model: trained on the text or read from a model, and the files that keep it beside the
// model.
#pragma once

#include "engine/base/result.h"
#include "engine/data/tokenizers/tokenizer.h"
#include "engine/formats/specialids.h"
#include "engine/formats/tokenizerconfig.h"
#include "engine/job/tasks/languagemodelspec.h"
#include "engine/tensorfiles/sidefile.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

struct LanguageModelTokenizer {
    std::shared_ptr<const Tokenizer> tokenizer;
    std::function<TokenIds(std::string_view)> encode; // encodes texts of several lines
    std::function<std::string(std::span<const std::int32_t>)> decode; // decodes texts of several lines
    std::vector<SideFile> files; // for the model folder
    TokenizerConfig config{}; // the same; `longest` is the model's
    SpecialIds special{};
    std::optional<std::int32_t> unknown{}; // stands for everything that the tokenizer does not know
};

// Makes the tokenizer that data.units says: characters or pieces of `text`, or the tokens of the model folder `start`.
// Errors name the file.
Result<LanguageModelTokenizer> makeTokens(
    const LanguageModelData &data, std::string_view text, const std::string &start, std::uint64_t seed);

// Reads the tokenizer of a model folder: in a run's the one that `units` says, in one of Hugging Face's byte pairs.
// Errors name the file.
Result<LanguageModelTokenizer> readTokens(const std::string &modelFolder, LanguageModelData::Units units);

} // namespace motley
