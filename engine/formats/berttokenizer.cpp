#include "engine/formats/berttokenizer.h"

#include "engine/formats/hubpart.h"
#include "engine/json/foreignjson.h"

#include <algorithm>

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

BertTextRules merged(const BertTextRules &first, const BertTextRules &otherwise)
{
    const auto rule = [](const std::optional<bool> &a, const std::optional<bool> &b) { return a ? a : b; };
    return {rule(first.lowercase, otherwise.lowercase), rule(first.stripAccents, otherwise.stripAccents),
        rule(first.spaceChinese, otherwise.spaceChinese)};
}

// vocab.txt, in which the tokens are written, has one a line, and its readers take spaces at the end away.
Result<void> checkLines(const std::vector<std::string> &tokens)
{
    for (std::size_t id = 0; id < tokens.size(); ++id) {
        const std::string &token = tokens[id];
        if (token.find_first_of("\r\n") != std::string::npos)
            return fail("The token " + std::to_string(id) + " of the tokenizer holds the end of a line.");
        if (!token.empty() && (token.back() == ' ' || token.back() == '\t'))
            return fail("The token " + std::to_string(id) + " of the tokenizer ends with a space.");
    }
    return {};
}

// What WordPiece and the pre-tokenizer do is fixed in this program.
Result<void> checkWordPiece(const Json &model, const std::string &unknown)
{
    return checkOnly(model, "unk_token", unknown)
        .and_then([&] { return checkOnly(model, "continuing_subword_prefix", "##"); })
        .and_then([&] { return checkOnly(model, "max_input_chars_per_word", 100); });
}

// [CLS] before a text and [SEP] after it, which every task with a BERT puts there.
Result<void> checkBertEnds(const HubFiles &files, const NamedTokens &named, bool isBerts)
{
    const auto found = files.tokenizer->find("post_processor");
    if (isBerts && (found == files.tokenizer->end() || found->is_null()))
        return {}; // the class puts them there whatever the file says
    if (found != files.tokenizer->end() && found->is_object() && found->value("type", "") == "BertProcessing")
        return {};
    return partOf(
        *files.tokenizer, "post_processor", "TemplateProcessing", {"type", "single", "pair", "special_tokens"})
        .and_then(templateOf)
        .and_then([&](const std::vector<std::string> &pieces) -> Result<void> {
            if (pieces == std::vector<std::string>{named.classify.value_or(""), "", named.separate.value_or("")})
                return {};
            return fail("The tokenizer's post_processor does not put " + named.classify.value_or("[CLS]")
                + " before a text and " + named.separate.value_or("[SEP]") + " after it, as this program does.");
        });
}

Result<void> checkBertConfig(const Json &config)
{
    return checkOnly(config, "do_basic_tokenize", true)
        .and_then([&] { return checkOnly(config, "never_split", Json::array()); })
        .and_then([&] { return checkOnly(config, "split_special_tokens", false); });
}

Result<BertTextRules> readBertFile(HubFiles &files, bool isBerts, BertTokenizerParts &parts)
{
    auto tokens = extractTokens(*files.tokenizer);
    const auto model = partOf(*files.tokenizer, "model", "WordPiece",
        {"type", "unk_token", "continuing_subword_prefix", "max_input_chars_per_word"});
    if (!model)
        return tl::unexpected(model.error());
    if (!tokens)
        return tl::unexpected(tokens.error());
    parts.tokens = std::move(*tokens);
    return checkLines(parts.tokens)
        .and_then([&] { return checkWordPiece(*model, parts.named.unknown.value_or("[UNK]")); })
        .and_then([&] { return partOf(*files.tokenizer, "pre_tokenizer", "BertPreTokenizer", {"type"}); })
        .and_then([&](const Json &) { return checkBertEnds(files, parts.named, isBerts); })
        .and_then([&] {
            return partOf(*files.tokenizer, "normalizer", "BertNormalizer",
                {"type", "clean_text", "lowercase", "strip_accents", "handle_chinese_chars"});
        })
        .and_then([&](const Json &normalizer) {
            return checkOnly(normalizer, "clean_text", true).and_then([&] {
                return rulesOf(normalizer, normalizerNames);
            });
        });
}

} // namespace

Result<BertTokenizerParts> parseBertTokenizer(const TokenizerFiles &texts)
{
    auto files = parseHubFiles(texts);
    if (!files)
        return tl::unexpected(files.error());
    const bool isBerts = files->kind != "PreTrainedTokenizer" && files->kind != "TokenizersBackend";
    const auto kind = checkKind(*files,
        {"BertTokenizer", "DistilBertTokenizer", "ElectraTokenizer", "MobileBertTokenizer", "ConvBertTokenizer",
            "PreTrainedTokenizer", "TokenizersBackend"});
    const auto config = kind.and_then([&] { return inFile("tokenizer_config.json", checkBertConfig(files->config)); });
    if (!config)
        return tl::unexpected(config.error());
    const auto ofConfig = inFile("tokenizer_config.json", rulesOf(files->config, configNames));
    if (!ofConfig)
        return tl::unexpected(ofConfig.error());
    BertTokenizerParts parts;
    NamedTokens usual;
    usual.unknown = "[UNK]";
    usual.separate = "[SEP]";
    usual.pad = "[PAD]";
    usual.classify = "[CLS]";
    usual.mask = "[MASK]";
    if (const auto added = addTokens(*files, usual, parts); !added)
        return tl::unexpected(added.error());
    parts.rules = *ofConfig;
    if (!files->tokenizer)
        return parts;
    const auto ofTokenizer = inFile("tokenizer.json", readBertFile(*files, isBerts, parts));
    if (!ofTokenizer)
        return tl::unexpected(ofTokenizer.error());
    parts.rules = isBerts ? merged(*ofConfig, *ofTokenizer) : merged(*ofTokenizer, *ofConfig);
    return parts;
}

} // namespace motley
