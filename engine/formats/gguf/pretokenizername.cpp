#include "engine/formats/gguf/pretokenizername.h"

#include <array>
#include <string_view>

namespace motley {

namespace {

struct NamedCut {
    std::string_view regex;
    const char *name;
};
constexpr std::array<NamedCut, 6> cuts{{
    {R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)", "gpt-2"},
    {R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
        "dbrx"},
    {R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
        "qwen2"},
    {R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
        "qwen35"},
    {R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
        "tekken"},
    {R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
        "gpt-4o"},
}};

using Parts = std::vector<const PreTokenizer *>;

void collectParts(const PreTokenizer &part, Parts &parts)
{
    const auto *sequence = std::get_if<SequencePreTokenizer>(&part.kind);
    if (!sequence)
        return parts.push_back(&part);
    for (const PreTokenizer &inner : sequence->preTokenizers)
        collectParts(inner, parts);
}

Parts partsOf(const TokenizerJson &tokenizer)
{
    Parts parts;
    if (tokenizer.preTokenizer)
        collectParts(*tokenizer.preTokenizer, parts);
    return parts;
}

template <typename Kind>
const Kind *as(const PreTokenizer *part)
{
    return std::get_if<Kind>(&part->kind);
}

std::string regexesOf(const Parts &parts)
{
    std::string all;
    for (const PreTokenizer *part : parts)
        if (const auto *split = as<SplitPreTokenizer>(part); split && split->pattern.regex)
            all.append(all.empty() ? "" : "\n").append(*split->pattern.regex);
    return all;
}

const char *nameOfSplit(const SplitPreTokenizer &split, bool ignoresMerges)
{
    const bool keepsMatches = split.behavior == SplitBehavior::Isolated && !split.invert;
    const bool dropsTheRest = split.behavior == SplitBehavior::Removed && split.invert; // of which there is none
    if (!split.pattern.regex || (!keepsMatches && !dropsTheRest))
        return nullptr;
    for (const NamedCut &cut : cuts)
        if (cut.regex == *split.pattern.regex) // llama.cpp tells Llama 3 from the others by what is not in the regex
            return cut.name == std::string_view("dbrx") && ignoresMerges ? "llama-bpe" : cut.name;
    return nullptr;
}

const char *nameOfParts(const Parts &parts, bool ignoresMerges)
{
    const auto *bytes = parts.empty() ? nullptr : as<ByteLevelPreTokenizer>(parts.back());
    if (!bytes || bytes->addsPrefixSpace || parts.size() > 2)
        return nullptr;
    if (parts.size() == 1)
        return bytes->usesRegex ? "gpt-2" : nullptr;
    if (const auto *digits = as<DigitsPreTokenizer>(parts.front()))
        return digits->individual && bytes->usesRegex ? "smollm" : nullptr;
    const auto *split = as<SplitPreTokenizer>(parts.front());
    return split && !bytes->usesRegex ? nameOfSplit(*split, ignoresMerges) : nullptr;
}

} // namespace

bool writesBytesAsCharacters(const TokenizerJson &tokenizer)
{
    for (const PreTokenizer *part : partsOf(tokenizer))
        if (as<ByteLevelPreTokenizer>(part))
            return true;
    return false;
}

Result<std::string> preTokenizerNameOf(const TokenizerJson &tokenizer)
{
    const Parts parts = partsOf(tokenizer);
    if (const char *name = nameOfParts(parts, tokenizer.model.ignoresMerges))
        return name;
    return fail("llama.cpp has no name for how this tokenizer cuts a text into words (pre_tokenizer in "
                "tokenizer.json), so a GGUF file would answer other tokens than the model was trained on.",
        regexesOf(parts));
}

} // namespace motley
