#include "engine/formats/tokenizerjson/tokenizerjson.h"
#include "engine/json/foreignjson.h"

#include <algorithm>
#include <charconv>

namespace motley {

namespace {

// That of Llama 3, which conversions of Mistral's tokenizers wrote.
constexpr const char *wrongRegex
    = R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";

// That of Mistral's own Tekken.
constexpr const char *rightRegex
    = R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)";

// The first cut that the pre-tokenizer makes; nullptr: another kind of part comes first.
SplitPreTokenizer *firstSplit(PreTokenizer &preTokenizer)
{
    if (auto *sequence = std::get_if<SequencePreTokenizer>(&preTokenizer.kind))
        return sequence->preTokenizers.empty() ? nullptr : firstSplit(sequence->preTokenizers.front());
    return std::get_if<SplitPreTokenizer>(&preTokenizer.kind);
}

// Whether config.json is one of the models whose tokenizers were converted wrongly, as transformers before version 5
// wrote it.
bool isOldMistral(const std::string &modelConfig)
{
    const auto config = parseModelConfig(modelConfig);
    if (!config || !config->is_object())
        return false;
    const Json type = config->value("model_type", Json());
    const auto types = {"mistral", "mistral3", "ministral", "ministral3", "pixtral", "voxtral"};
    if (std::none_of(types.begin(), types.end(), [&](const char *known) { return type == known; }))
        return false;
    const Json version = config->value("transformers_version", Json());
    int major = 0;
    if (version.is_string()) {
        const std::string text = version.get<std::string>();
        std::from_chars(text.data(), text.data() + text.size(), major);
    }
    return major < 5;
}

constexpr std::size_t longestConfig = 256 << 20; // bytes
constexpr const char *fixKey = "fix_mistral_regex";

} // namespace

MistralRegex mistralRegexAskedIn(const std::string &tokenizerConfig)
{
    const auto config = parseJson(tokenizerConfig, longestConfig, "tokenizer configuration");
    const bool asks = config && config->is_object() && config->value(fixKey, Json()) == true;
    return asks ? MistralRegex::Corrected : MistralRegex::AsWritten;
}

Result<std::string> askingForCorrectedRegex(const std::string &tokenizerConfig)
{
    auto config = parseJson(tokenizerConfig, longestConfig, "tokenizer configuration");
    if (!config)
        return tl::unexpected(config.error());
    if (!config->is_object())
        return fail("This is no object.");
    (*config)[fixKey] = true;
    return config->dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

bool hasWrongMistralRegex(const TokenizerJson &tokenizer, const TokenizerFiles &files)
{
    if (!tokenizer.preTokenizer || !isOldMistral(files.modelConfig))
        return false;
    PreTokenizer preTokenizer = *tokenizer.preTokenizer;
    const SplitPreTokenizer *split = firstSplit(preTokenizer);
    return split && split->pattern.regex == wrongRegex;
}

void correctMistralRegex(TokenizerJson &tokenizer)
{
    if (SplitPreTokenizer *split = tokenizer.preTokenizer ? firstSplit(*tokenizer.preTokenizer) : nullptr)
        *split = {{rightRegex, std::nullopt}, SplitBehavior::Isolated, false};
}

} // namespace motley
