#include "engine/formats/hubpart.h"

#include "engine/formats/vocabularytable.h"
#include "engine/json/foreignjson.h"
#include "engine/json/jsondepth.h"

namespace motley {

namespace {

constexpr std::size_t longestTokenizer = 64 << 20; // bytes; 120,000 tokens take 3 MB

} // namespace

Result<nlohmann::json> parseHubTokenizer(std::string_view json)
{
    if (json.size() > longestTokenizer)
        return fail("The tokenizer has more than " + std::to_string(longestTokenizer >> 20) + " MiB.");
    if (nestsDeeperThan(deepestJson, json))
        return fail("The tokenizer is nested more than " + std::to_string(deepestJson) + " levels deep.");
    auto tokenizer = nlohmann::json::parse(json, nullptr, /*allow_exceptions=*/false);
    if (!tokenizer.is_object() || !tokenizer.contains("model") || !tokenizer["model"].is_object())
        return fail("The tokenizer is not a JSON object with a model.");
    return tokenizer;
}

Result<std::vector<std::string>> extractTokens(nlohmann::json &tokenizer)
{
    auto tokens = tokensById(tokenizer["model"]["vocab"]);
    tokenizer["model"].erase("vocab");
    return tokens;
}

Result<Json> partOf(const nlohmann::json &tokenizer, const char *name, const char *type)
{
    const auto found = tokenizer.find(name);
    if (found == tokenizer.end() || !found->is_object())
        return fail("The tokenizer has no " + std::string(name) + "; this program computes with a " + type + " only.");
    Json part = *found;
    if (const auto supported = checkOnly(part, "type", type); !supported)
        return fail("The tokenizer's " + std::string(name) + ": " + supported.error().message);
    return part;
}

} // namespace motley
