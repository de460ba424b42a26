// The tokens of a language model: how they are found or learned, and the files that keep them beside the model.
#pragma once

#include "engine/base/result.h"
#include "engine/data/tokenizers/tokenizer.h"
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
    std::function<TokenIds(std::string_view)> encode; // whole texts, with the ends of their lines
    std::function<std::string(std::span<const std::int32_t>)> decode; // back to such
    std::vector<SideFile> files; // for the model's folder
    std::optional<std::int32_t> endOfText{}; // which separates texts
    std::optional<std::int32_t> unknown{}; // stands for all that was not in the text they were learned from
};

// Characters and pieces are learned from `text`; those of a model are read from the folder `start`.
Result<LanguageModelTokenizer> makeTokens(
    const LanguageModelData &data, std::string_view text, const std::string &start, std::uint64_t seed);

// Those that lie in a model's folder.
Result<LanguageModelTokenizer> readTokens(const std::string &modelFolder, LanguageModelData::Units units);

} // namespace motley
