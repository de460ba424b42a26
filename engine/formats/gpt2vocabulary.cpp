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

// Nothing is put around a text.
Result<void> checkGpt2Ends(const nlohmann::json &tokenizer)
{
    const auto found = tokenizer.find("post_processor");
    const bool isNone = found == tokenizer.end() || found->is_null();
    if (isNone || (found->is_object() && found->value("type", "") == "ByteLevel"))
        return {};
    return partOf(tokenizer, "post_processor", "TemplateProcessing", {"type", "single", "pair", "special_tokens"})
        .and_then(templateOf)
        .and_then([](const std::vector<std::string> &pieces) -> Result<void> {
            if (pieces == std::vector<std::string>{""})
                return {};
            return fail("The tokenizer's post_processor puts tokens around a text, which this program does not do.");
        });
}

// What GPT-2's pre-tokenizer and byte pairs do is fixed in this program.
Result<void> checkParts(const nlohmann::json &tokenizer)
{
    if (const auto normalizer = tokenizer.find("normalizer"); normalizer != tokenizer.end() && !normalizer->is_null())
        return fail("The tokenizer has a normalizer; this program takes GPT-2's text as it is.");
    const auto model = partOf(tokenizer, "model", "BPE",
        {"type", "dropout", "unk_token", "continuing_subword_prefix", "end_of_word_suffix", "fuse_unk", "byte_fallback",
            "ignore_merges"})
                           .and_then([](const Json &part) {
                               return checkOnly(part, "continuing_subword_prefix", "")
                                   .and_then([&] { return checkOnly(part, "end_of_word_suffix", ""); })
                                   .and_then([&] { return checkOnly(part, "byte_fallback", false); })
                                   .and_then([&] { return checkOnly(part, "ignore_merges", false); })
                                   .and_then([&] { return checkOnly(part, "dropout", 0); });
                           });
    if (!model)
        return model;
    const std::initializer_list<std::string_view> byteLevel{"type", "add_prefix_space", "trim_offsets", "use_regex"};
    if (const auto decoder = tokenizer.find("decoder"); decoder != tokenizer.end() && !decoder->is_null())
        if (const auto known = partOf(tokenizer, "decoder", "ByteLevel", byteLevel); !known)
            return tl::unexpected(known.error());
    return partOf(tokenizer, "pre_tokenizer", "ByteLevel", byteLevel)
        .and_then([](const Json &part) {
            return checkOnly(part, "add_prefix_space", false).and_then([&] {
                return checkOnly(part, "use_regex", true);
            });
        })
        .and_then([&] { return checkGpt2Ends(tokenizer); });
}

Result<void> checkGpt2Config(const Json &config)
{
    return checkOnly(config, "add_prefix_space", false)
        .and_then([&] { return checkOnly(config, "add_bos_token", false); })
        .and_then([&] { return checkOnly(config, "add_eos_token", false); })
        .and_then([&] { return checkOnly(config, "split_special_tokens", false); });
}

Result<void> readGpt2File(nlohmann::json &tokenizer, TokenizerParts &parts)
{
    auto tokens = extractTokens(tokenizer);
    auto merges = extractMerges(tokenizer);
    if (const auto supported = checkParts(tokenizer); !supported)
        return supported;
    if (!tokens)
        return tl::unexpected(tokens.error());
    if (!merges)
        return tl::unexpected(merges.error());
    parts.tokens = std::move(*tokens);
    parts.merges = std::move(*merges);
    return {};
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

Result<TokenizerParts> parseGpt2Tokenizer(const TokenizerFiles &texts)
{
    auto files = parseHubFiles(texts);
    if (!files)
        return tl::unexpected(files.error());
    const auto kind = checkKind(*files, {"GPT2Tokenizer", "PreTrainedTokenizer", "TokenizersBackend"});
    const auto config = kind.and_then([&] { return inFile("tokenizer_config.json", checkGpt2Config(files->config)); });
    if (!config)
        return tl::unexpected(config.error());
    NamedTokens usual;
    if (files->kind.empty() || files->kind == "GPT2Tokenizer")
        usual.begin = usual.end = usual.unknown = "<|endoftext|>";
    TokenizerParts parts;
    if (const auto added = addTokens(*files, usual, parts); !added)
        return tl::unexpected(added.error());
    if (!files->tokenizer)
        return parts;
    if (const auto read = inFile("tokenizer.json", readGpt2File(*files->tokenizer, parts)); !read)
        return tl::unexpected(read.error());
    return parts;
}

} // namespace motley
