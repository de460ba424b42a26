// What a tokenizer.json of Hugging Face's tokenizers library says, as plain structs of the library's own names. Of the
// models byte pairs alone are read.
#pragma once

#include "engine/base/result.h"
#include "engine/formats/addedtoken.h"
#include "engine/formats/tokenizerfiles.h"
#include "engine/formats/tokenizerjson/decoders.h"
#include "engine/formats/tokenizerjson/normalizers.h"
#include "engine/formats/tokenizerjson/pretokenizers.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace motley {

struct BytePairModel {
    std::vector<std::pair<std::string, std::int32_t>> vocabulary; // by id; there may be gaps between the ids
    std::vector<std::pair<std::string, std::string>> merges; // in the order in which they were learned
    std::optional<std::string> unknown; // stands for characters that the vocabulary lacks; nullopt: they are left out
    std::string continuingPrefix; // of characters that do not begin a word
    std::string endSuffix; // of the character that ends a word
    bool fusesUnknown = false; // neighbours become one
    bool byteFallback = false; // a character that the vocabulary lacks becomes tokens such as <0x0A>
    bool ignoresMerges = false; // a word that the vocabulary has is its token
};

// The ids that the post-processor puts around a text.
struct TextEnds {
    std::vector<std::int32_t> before;
    std::vector<std::int32_t> after;
};

struct TokenizerJson {
    std::optional<Normalizer> normalizer;
    std::optional<PreTokenizer> preTokenizer;
    std::optional<TokenDecoder> decoder;
    TextEnds ends;
    BytePairModel model;
    std::vector<AddedToken> added; // of all files of the folder
    NamedTokens named; // the same
};

// Old folders of Mistral's models came with a regular expression that is not the one they were trained with.
enum class MistralRegex { AsWritten, Corrected };

// The tokenizer of a folder that has a tokenizer.json. Errors name the file and in it the path of what this program
// does not know or compute.
Result<TokenizerJson> parseTokenizerJson(const TokenizerFiles &files);

// The field model_type of config.json. Errors name the file: there is none, or it does not say.
Result<std::string> modelTypeOf(const TokenizerFiles &files);

// Whether the folder is one of those: an older transformers wrote it, and its pre-tokenizer has the regular expression
// of Llama 3.
bool hasWrongMistralRegex(const TokenizerJson &tokenizer, const TokenizerFiles &files);
void correctMistralRegex(TokenizerJson &tokenizer);

// fix_mistral_regex of a tokenizer_config.json, where transformers 5 keeps that the corrected one was asked for.
MistralRegex mistralRegexAskedIn(const std::string &tokenizerConfig);
Result<std::string> askingForCorrectedRegex(const std::string &tokenizerConfig); // the same file, which asks for it

} // namespace motley
