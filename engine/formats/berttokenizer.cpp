#include "engine/formats/berttokenizer.h"

#include "engine/formats/hubpart.h"
#include "engine/json/foreignjson.h"

namespace motley {

namespace {

struct RuleNames {
    const char *lowercase;
    const char *stripAccents;
    const char *spaceChinese;
};
constexpr RuleNames configNames{"do_lower_case", "strip_accents", "tokenize_chinese_chars"};
constexpr RuleNames normalizerNames{"lowercase", "strip_accents", "handle_chinese_chars"};

Result<BertTextRules> rulesOf(const Json &json, const RuleNames &names)
{
    BertTextRules rules;
    for (const auto &[name, rule] : {std::pair(names.lowercase, &rules.lowercase),
             std::pair(names.stripAccents, &rules.stripAccents), std::pair(names.spaceChinese, &rules.spaceChinese)}) {
        const auto found = json.find(name);
        if (found == json.end() || found->is_null())
            continue;
        if (!found->is_boolean())
            return fail(
                "The field " + std::string(name) + " must be true or false, but is " + describeJson(*found) + ".");
        *rule = found->get<bool>();
    }
    return rules;
}

// vocab.txt, in which the tokens are written, has one a line.
Result<void> checkLines(const std::vector<std::string> &tokens)
{
    for (std::size_t id = 0; id < tokens.size(); ++id)
        if (tokens[id].find_first_of("\r\n") != std::string::npos)
            return fail("The token " + std::to_string(id) + " of the tokenizer holds the end of a line.");
    return {};
}

// What WordPiece and the pre-tokenizer do is fixed in this program.
Result<void> checkWordPiece(const Json &model)
{
    return checkOnly(model, "unk_token", "[UNK]")
        .and_then([&] { return checkOnly(model, "continuing_subword_prefix", "##"); })
        .and_then([&] { return checkOnly(model, "max_input_chars_per_word", 100); });
}

} // namespace

Result<BertTextRules> parseBertTokenizerConfig(std::string_view json)
{
    const auto config = parseJson(json, longestModelConfig, "tokenizer configuration");
    if (!config)
        return tl::unexpected(config.error());
    if (!config->is_object())
        return fail("The tokenizer configuration must be a JSON object.");
    return rulesOf(*config, configNames);
}

Result<BertTokenizerFile> parseBertTokenizer(std::string_view json)
{
    auto tokenizer = parseHubTokenizer(json);
    if (!tokenizer)
        return tl::unexpected(tokenizer.error());
    auto tokens = extractTokens(*tokenizer);
    const auto model = partOf(*tokenizer, "model", "WordPiece");
    if (!model)
        return tl::unexpected(model.error());
    if (!tokens)
        return tl::unexpected(tokens.error());
    if (const auto good = checkLines(*tokens); !good)
        return tl::unexpected(good.error());
    if (const auto supported = checkWordPiece(*model); !supported)
        return tl::unexpected(supported.error());
    if (const auto cutter = partOf(*tokenizer, "pre_tokenizer", "BertPreTokenizer"); !cutter)
        return tl::unexpected(cutter.error());
    const auto normalizer = partOf(*tokenizer, "normalizer", "BertNormalizer").and_then([](const Json &part) {
        return checkOnly(part, "clean_text", true).map([&] { return part; });
    });
    if (!normalizer)
        return tl::unexpected(normalizer.error());
    return rulesOf(*normalizer, normalizerNames).map([&](const BertTextRules &rules) {
        return BertTokenizerFile{rules, std::move(*tokens)};
    });
}

std::string toBertTokenizerConfig(const BertTextRules &rules, std::int64_t longest)
{
    const auto flag = [](const std::optional<bool> &rule) { return rule ? Json(*rule) : Json(nullptr); };
    const Json json{{"tokenizer_class", "BertTokenizer"}, {configNames.lowercase, flag(rules.lowercase)},
        {configNames.stripAccents, flag(rules.stripAccents)}, {configNames.spaceChinese, flag(rules.spaceChinese)},
        {"model_max_length", longest}, {"pad_token", "[PAD]"}, {"unk_token", "[UNK]"}, {"cls_token", "[CLS]"},
        {"sep_token", "[SEP]"}, {"mask_token", "[MASK]"}};
    return json.dump(2) + "\n";
}

} // namespace motley
