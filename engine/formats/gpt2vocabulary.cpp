#include "engine/formats/gpt2vocabulary.h"

#include "engine/formats/hubpart.h"
#include "engine/formats/vocabularytable.h"
#include "engine/json/foreignjson.h"
#include "engine/json/jsondepth.h"

namespace motley {

namespace {

// "left right", or ["left", "right"] as newer programs write it.
Result<std::string> mergeOf(const nlohmann::json &merge)
{
    if (merge.is_string())
        return merge.get<std::string>();
    if (!merge.is_array() || merge.size() != 2 || !merge[0].is_string() || !merge[1].is_string())
        return fail("The tokenizer's merges must be pairs of tokens.");
    return merge[0].get<std::string>() + " " + merge[1].get<std::string>();
}

Result<std::vector<std::string>> extractMerges(nlohmann::json &tokenizer)
{
    const nlohmann::json merges = std::move(tokenizer["model"]["merges"]);
    tokenizer["model"].erase("merges");
    if (!merges.is_array())
        return fail("The tokenizer has no merges.");
    std::vector<std::string> lines;
    for (const nlohmann::json &merge : merges) {
        auto line = mergeOf(merge);
        if (!line)
            return tl::unexpected(line.error());
        lines.push_back(std::move(*line));
    }
    return lines;
}

// What GPT-2's pre-tokenizer and byte pairs do is fixed in this program.
Result<void> checkParts(const nlohmann::json &tokenizer)
{
    if (const auto normalizer = tokenizer.find("normalizer"); normalizer != tokenizer.end() && !normalizer->is_null())
        return fail("The tokenizer has a normalizer; this program takes GPT-2's text as it is.");
    const auto model = partOf(tokenizer, "model", "BPE").and_then([](const Json &part) {
        return checkOnly(part, "continuing_subword_prefix", "")
            .and_then([&] { return checkOnly(part, "end_of_word_suffix", ""); })
            .and_then([&] { return checkOnly(part, "byte_fallback", false); })
            .and_then([&] { return checkOnly(part, "ignore_merges", false); })
            .and_then([&] { return checkOnly(part, "dropout", 0); });
    });
    if (!model)
        return model;
    return partOf(tokenizer, "pre_tokenizer", "ByteLevel").and_then([](const Json &part) {
        return checkOnly(part, "add_prefix_space", false).and_then([&] { return checkOnly(part, "use_regex", true); });
    });
}

} // namespace

Result<std::vector<std::string>> parseTokenIds(std::string_view json)
{
    constexpr int levels = 1;
    return tokensById(nestsDeeperThan(levels, json) ? nlohmann::json()
                                                    : nlohmann::json::parse(json, nullptr, /*allow_exceptions=*/false));
}

std::string toTokenIds(const std::vector<std::string> &tokens)
{
    nlohmann::json table = nlohmann::json::object();
    for (std::size_t id = 0; id < tokens.size(); ++id)
        table[tokens[id]] = id;
    return table.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

Result<Gpt2Vocabulary> parseGpt2Tokenizer(std::string_view json)
{
    auto tokenizer = parseHubTokenizer(json);
    if (!tokenizer)
        return tl::unexpected(tokenizer.error());
    auto tokens = extractTokens(*tokenizer);
    auto merges = extractMerges(*tokenizer);
    if (const auto supported = checkParts(*tokenizer); !supported)
        return tl::unexpected(supported.error());
    if (!tokens)
        return tl::unexpected(tokens.error());
    if (!merges)
        return tl::unexpected(merges.error());
    return Gpt2Vocabulary{std::move(*tokens), std::move(*merges)};
}

} // namespace motley
