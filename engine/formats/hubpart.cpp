#include "engine/formats/hubpart.h"

#include "engine/formats/vocabularytable.h"
#include "engine/json/foreignjson.h"
#include "engine/json/jsondepth.h"

#include <algorithm>

namespace motley {

namespace {

constexpr std::size_t longestTokenizer = 64 << 20; // bytes; 120,000 tokens take 3 MB
constexpr std::size_t longestTokenizerConfig = 16 << 20;

Result<nlohmann::json> parseHubTokenizer(std::string_view json)
{
    if (json.size() > longestTokenizer)
        return fail("The tokenizer has more than " + std::to_string(longestTokenizer >> 20) + " MiB.");
    if (nestsDeeperThan(deepestJson, json))
        return fail("The tokenizer is nested more than " + std::to_string(deepestJson) + " levels deep.");
    auto tokenizer = nlohmann::json::parse(json, nullptr, /*allow_exceptions=*/false);
    if (!tokenizer.is_object() || !tokenizer.contains("model") || !tokenizer["model"].is_object())
        return fail("The tokenizer is not a JSON object with a model.");
    for (const auto &[key, part] : tokenizer.items()) // how texts are cut and filled up says the job
        if (const auto known = checkKeys(Json{{key, nullptr}},
                {"version", "truncation", "padding", "added_tokens", "normalizer", "pre_tokenizer", "post_processor",
                    "decoder", "model"});
            !known)
            return tl::unexpected(known.error());
    return tokenizer;
}

// Reads a JSON object into `object`; an empty text leaves it as it is.
Result<void> parseObject(const char *name, std::string_view text, Json &object)
{
    if (text.empty())
        return {};
    auto json = inFile(name, parseJson(text, longestTokenizerConfig, "tokenizer configuration"));
    if (!json)
        return tl::unexpected(json.error());
    if (!json->is_object())
        return fail(std::string(name) + ": It must be a JSON object.");
    object = std::move(*json);
    return {};
}

void findKind(const Json &json, const char *file, HubFiles &files)
{
    const auto found = json.find("tokenizer_class");
    if (!files.kind.empty() || found == json.end() || !found->is_string())
        return;
    files.kind = found->get<std::string>();
    files.kindFile = file;
    if (files.kind.ends_with("Fast"))
        files.kind.resize(files.kind.size() - 4);
}

} // namespace

Result<HubFiles> parseHubFiles(const TokenizerFiles &files)
{
    HubFiles parsed;
    Json modelConfig = Json::object();
    if (!files.tokenizer.empty()) {
        auto tokenizer = inFile("tokenizer.json", parseHubTokenizer(files.tokenizer));
        if (!tokenizer)
            return tl::unexpected(tokenizer.error());
        parsed.tokenizer = std::move(*tokenizer);
    }
    const auto read
        = parseObject("tokenizer_config.json", files.config, parsed.config)
              .and_then([&] { return parseObject("added_tokens.json", files.addedTokens, parsed.addedTokens); })
              .and_then(
                  [&] { return parseObject("special_tokens_map.json", files.specialTokens, parsed.specialTokens); })
              .and_then([&] { return parseObject("config.json", files.modelConfig, modelConfig); });
    if (!read)
        return tl::unexpected(read.error());
    findKind(parsed.config, "tokenizer_config.json", parsed);
    findKind(modelConfig, "config.json", parsed);
    return parsed;
}

Result<void> checkKind(const HubFiles &files, std::initializer_list<std::string_view> kinds)
{
    if (files.kind.empty() || std::find(kinds.begin(), kinds.end(), files.kind) != kinds.end())
        return {};
    std::string known;
    for (const std::string_view kind : kinds)
        known += (known.empty() ? "" : ", ") + std::string(kind);
    return fail(std::string(files.kindFile) + ": The field tokenizer_class is " + describeJson(files.kind)
        + "; of this model's tokenizers this program knows " + known + ".");
}

Result<void> checkKeys(const Json &object, std::initializer_list<std::string_view> keys)
{
    for (const auto &[key, value] : object.items())
        if (std::find(keys.begin(), keys.end(), key) == keys.end())
            return fail("The field " + describeJson(key) + " is unknown to this program.");
    return {};
}

Result<std::vector<std::string>> extractTokens(nlohmann::json &tokenizer)
{
    auto tokens = tokensById(tokenizer["model"]["vocab"]);
    tokenizer["model"].erase("vocab");
    return tokens;
}

Result<Json> partOf(
    const nlohmann::json &tokenizer, const char *name, const char *type, std::initializer_list<std::string_view> keys)
{
    const auto found = tokenizer.find(name);
    if (found == tokenizer.end() || !found->is_object())
        return fail("The tokenizer has no " + std::string(name) + "; this program computes with a " + type + " only.");
    Json part = *found;
    const auto supported = checkOnly(part, "type", type).and_then([&] { return checkKeys(part, keys); });
    if (!supported)
        return fail("The tokenizer's " + std::string(name) + ": " + supported.error().message);
    return part;
}

Result<std::vector<std::string>> templateOf(const Json &postProcessor)
{
    const auto single = postProcessor.find("single");
    std::vector<std::string> pieces;
    if (single == postProcessor.end() || !single->is_array())
        return fail("The tokenizer's post_processor has no list \"single\".");
    for (const Json &piece : *single) {
        const bool isText = piece.is_object() && piece.contains("Sequence");
        const auto special = piece.is_object() ? piece.find("SpecialToken") : piece.end();
        const bool isToken
            = !isText && special != piece.end() && special->is_object() && special->value("id", Json()).is_string();
        if (!isText && !isToken)
            return fail("The tokenizer's post_processor has a part that is neither a text nor a token.");
        pieces.push_back(isText ? std::string() : special->at("id").get<std::string>());
    }
    return pieces;
}

} // namespace motley
