// For .cpp files of this folder only, as it sees the JSON library: reads the files of Hugging Face's tokenizers.
#pragma once

#include "engine/formats/tokenizerfiles.h"
#include "engine/json/jsonfields.h"

#include <nlohmann/json.hpp>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

struct HubFiles {
    std::optional<nlohmann::json> tokenizer; // not ordered_json, as vocabularies are long
    Json config = Json::object();
    Json addedTokens = Json::object();
    Json specialTokens = Json::object();
    std::string kind; // tokenizer_class without "Fast"; empty: no file has it
    const char *kindFile = ""; // that has it
};

// Errors name the file: too long, nested too deep, no JSON object.
Result<HubFiles> parseHubFiles(const TokenizerFiles &files);

// The Error refuses a tokenizer_class that is none of these.
Result<void> checkKind(const HubFiles &files, std::initializer_list<std::string_view> kinds);

// The Error refuses a key that is none of these.
Result<void> checkKeys(const Json &object, std::initializer_list<std::string_view> keys);

// Takes "vocab" out of the model: the tokens by id. Errors as of tokensById().
Result<std::vector<std::string>> extractTokens(nlohmann::json &tokenizer);

// A part of a tokenizer, such as its "normalizer", with no keys but these. Errors: it is not there, has another key, or
// is of another type than the one that this program computes with.
Result<Json> partOf(
    const nlohmann::json &tokenizer, const char *name, const char *type, std::initializer_list<std::string_view> keys);

// The texts that a TemplateProcessing puts around the text A of "single", which stands there as an empty one.
Result<std::vector<std::string>> templateOf(const Json &postProcessor);

// Adds the named and added tokens of all files. `ofClass`: the named tokens of the tokenizer's class, which count where
// the files do not say otherwise.
Result<void> addTokens(const HubFiles &files, const NamedTokens &ofClass, TokenizerParts &parts);

// Puts the name of the file that was read in front of an Error.
template <typename T>
Result<T> inFile(const char *name, Result<T> result)
{
    if (result)
        return result;
    return fail(std::string(name) + ": " + result.error().message, result.error().detail);
}

} // namespace motley
