// The tokenizer of a language model: trained on the text or read from a model, and the files that keep it beside the
// model.
#pragma once

#include "engine/base/result.h"
#include "engine/data/tokenizers/tokenizer.h"
#include "engine/formats/specialids.h"
#include "engine/formats/tokenizerconfig.h"
#include "engine/formats/tokenizerjson/tokenizerjson.h"
#include "engine/job/tasks/languagemodelspec.h"
#include "engine/tasks/causal/conversationdata.h"
#include "engine/tasks/earlier/earliermodel.h"
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
    std::optional<std::int32_t> missing{}; // what text of which the vocabulary has nothing becomes; none: it has all
    LanguageModelData::Units units = LanguageModelData::Units::OfModel; // OfModel: byte pairs
    std::vector<std::int32_t> begin{}; // put in front of a text
    bool copied = false; // `files` are those of a folder as they came, tokenizer_config.json included
    std::string note{}; // on the tokenizer, for people; empty: none
};

// Makes a tokenizer of a text: of its characters, or of pieces learned from it. Errors: a text that is too small.
Result<LanguageModelTokenizer> makeTokens(const LanguageModelData &data, std::string_view text, std::uint64_t seed);

bool hasTokens(const std::string &modelFolder); // of any of the kinds that readTokens() reads
bool hasDecoder(const std::string &modelFolder); // by its config.json: a model whose tokenizer is its tokenizer.json

// Reads the tokenizer of a model folder, or of an adapter that of its model: tokenizer.json of a decoder; characters or
// pieces as a run of ours left them; or GPT-2's byte pairs. Errors name the file.
// `mistral`: see LanguageModelShape::fixMistralRegex; the folder may itself ask for the corrected one.
Result<LanguageModelTokenizer> readTokens(const std::string &folder, MistralRegex mistral = MistralRegex::AsWritten);

MistralRegex regexOf(const LanguageModelShape &model);

// Errors: another tokenizer.json than the copy that the earlier model, which may be a checkpoint, has of it.
Result<void> checkSameTokenizer(const std::string &start, const EarlierModel &earlier);

// The ids of a text without a begin. Errors: a tokenizer.json that asks for too much on this text.
Result<TokenIds> encoded(const LanguageModelTokenizer &tokens, std::string_view text);
// The same with the begin in front, unless the text itself begins with it.
Result<TokenIds> encodedWithBegin(const LanguageModelTokenizer &tokens, std::string_view text);

std::string nameOf(LanguageModelData::Units units); // "characters", "pieces" or "byte pairs"

// What `text` has that the tokenizer lacks: 12 of 3400 tokens ("é", "ß"). Empty: nothing.
std::string describeMissing(const LanguageModelTokenizer &tokens, std::string_view text);

constexpr const char *noModelForConversations
    = "Conversations are for a model that was made for them. Set model.start to its folder, or data.format to text.";

// `folder`: of the model, for its chat template; `length`: tokens of a sequence. Errors: a model that is no decoder
// with a tokenizer.json.
Result<ConversationSource> conversationSource(
    const LanguageModelTokenizer &tokens, const std::string &folder, std::int64_t length);

} // namespace motley
