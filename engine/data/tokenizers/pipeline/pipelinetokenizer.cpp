#include "engine/data/tokenizers/pipeline/pipelinetokenizer.h"

#include "engine/data/tokenizers/utf8.h"

#include <algorithm>

namespace motley {

namespace {

std::string wrongRegexIn(const std::string &folder, MistralRegex mistral)
{
    const std::string begin = "The folder " + folder
        + " has a tokenizer.json whose regular expression is not the one that Mistral's models were trained with, as "
          "transformers before version 5 wrote it. ";
    return mistral == MistralRegex::Corrected
        ? begin + "Texts are cut by Mistral's own, as was asked for."
        : begin + "Texts are cut as the file says; with model.fixMistralRegex they are cut by Mistral's own.";
}

// `make` of a part that the file may lack.
template <typename Made, typename Part>
Result<void> makePart(const char *name, const std::optional<Part> &part, Made &made)
{
    if (!part)
        return {};
    auto result = Made::make(*part);
    if (!result)
        return fail("The tokenizer's " + std::string(name) + ": " + result.error().message, result.error().detail);
    made = std::move(*result);
    return {};
}

// A range of a text, cut where `typed` ranges begin and end; and of each part whether it was typed.
std::vector<std::pair<TextRange, bool>> cutAt(std::span<const TextRange> typed, TextRange range)
{
    std::vector<std::pair<TextRange, bool>> parts;
    const auto add = [&](std::size_t end, bool wasTyped) {
        if (end > range.first)
            parts.push_back({{range.first, end}, wasTyped});
        range.first = std::max(range.first, end);
    };
    for (const TextRange &each : typed) {
        add(std::min(each.first, range.end), false);
        add(std::min(each.end, range.end), true);
    }
    add(range.end, false);
    return parts;
}

} // namespace

Result<PipelineTokenizer> PipelineTokenizer::make(TokenizerJson parts)
{
    PipelineTokenizer tokenizer;
    auto pairs = BytePairs::make(std::move(parts.model));
    if (!pairs)
        return tl::unexpected(pairs.error());
    tokenizer.m_pairs = std::move(*pairs);
    const auto made
        = makePart("normalizer", parts.normalizer, tokenizer.m_normalization)
              .and_then([&] { return makePart("pre_tokenizer", parts.preTokenizer, tokenizer.m_preTokenization); })
              .and_then([&] { return makePart("decoder", parts.decoder, tokenizer.m_decoding); });
    if (!made)
        return tl::unexpected(made.error());
    try {
        const BytePairs::Vocabulary &vocabulary = tokenizer.m_pairs->vocabulary();
        auto added = AddedTokens::make(std::move(parts.added), vocabulary, vocabulary.size(),
            [&](std::string_view text) { return tokenizer.m_normalization.apply(text); });
        if (!added)
            return tl::unexpected(added.error());
        tokenizer.m_added = std::move(*added);
    } catch (const TokenizingTooCostly &problem) {
        return fail("The tokenizer's normalizer cannot be applied to its added tokens.", problem.what());
    }
    tokenizer.m_ends = std::move(parts.ends);
    tokenizer.m_named = std::move(parts.named);
    tokenizer.nameTokens();
    const auto isThere = [&](std::int32_t id) { return id < tokenizer.size() && tokenizer.m_isToken[std::size_t(id)]; };
    for (const auto *side : {&tokenizer.m_ends.before, &tokenizer.m_ends.after})
        if (!std::all_of(side->begin(), side->end(), isThere))
            return fail("The tokenizer's post_processor puts an id around texts that no token has.");
    return tokenizer;
}

Result<PipelineTokenizer> PipelineTokenizer::fromFiles(
    const std::string &folder, const TokenizerFiles &files, MistralRegex mistral)
{
    auto parts = parseTokenizerJson(files);
    if (!parts)
        return fail(folder + "/" + parts.error().message, parts.error().detail);
    const bool wrong = hasWrongMistralRegex(*parts, files);
    if (wrong && mistral == MistralRegex::Corrected)
        correctMistralRegex(*parts);
    auto tokenizer = make(std::move(*parts));
    if (!tokenizer)
        return fail(folder + "/tokenizer.json: " + tokenizer.error().message, tokenizer.error().detail);
    if (wrong)
        tokenizer->m_warning = wrongRegexIn(folder, mistral);
    return tokenizer;
}

void PipelineTokenizer::nameTokens()
{
    std::int64_t size = m_pairs->size();
    for (const AddedToken &token : m_added.tokens())
        size = std::max(size, *token.id + 1);
    m_texts.resize(std::size_t(size));
    m_isToken.resize(m_texts.size());
    m_isSpecial.resize(m_texts.size());
    for (const auto &[token, id] : m_pairs->vocabulary()) {
        m_texts[std::size_t(id)] = token;
        m_isToken[std::size_t(id)] = true;
    }
    for (const AddedToken &token : m_added.tokens()) {
        // As the library, which writes out what it looked for.
        m_texts[std::size_t(*token.id)] = token.normalized ? m_normalization.apply(token.text) : token.text;
        m_isToken[std::size_t(*token.id)] = true;
        m_isSpecial[std::size_t(*token.id)] = token.special;
    }
}

std::optional<std::int32_t> PipelineTokenizer::idOf(const std::string &token) const
{
    if (const AddedToken *added = m_added.named(token))
        return std::int32_t(*added->id);
    const auto found = m_pairs->vocabulary().find(token);
    return found == m_pairs->vocabulary().end() ? std::nullopt : std::optional(found->second);
}

TokenIds PipelineTokenizer::encode(std::string_view text) const
{
    std::string repaired;
    if (!isUtf8(text)) {
        repaired = replaceInvalidUtf8(text);
        text = repaired;
    }
    return encodePart(text, {}, true);
}

TokenIds PipelineTokenizer::encodePart(
    std::string_view part, std::span<const TextRange> typed, bool beginsText, std::vector<std::size_t> *begins) const
{
    TokenIds ids;
    const auto isTyped = [typed](std::size_t first, std::size_t end) {
        const auto range = std::partition_point(
            typed.begin(), typed.end(), [first](const TextRange &each) { return each.end <= first; });
        return range != typed.end() && range->first < end;
    };
    AddedTokens::Accept accept;
    if (!typed.empty())
        accept = [&](const AddedToken &token, std::size_t first, std::size_t end) {
            return !token.special || !isTyped(first, end);
        };
    const bool cuts = !typed.empty() && m_added.anyNormalizedSpecial();
    for (const AddedTokens::Part &plain : m_added.find(part, accept)) {
        const auto first = std::size_t(plain.text.data() - part.data());
        const TextRange range{first, first + plain.text.size()};
        if (plain.id)
            ids.push_back(*plain.id);
        else if (!cuts)
            encodePlain({plain.text, beginsText && first == 0, isTyped(range.first, range.end)}, ids);
        else // where in normalised text something was typed is not known
            for (const auto &[each, wasTyped] : cutAt(typed, range))
                encodePlain({part.substr(each.first, each.end - each.first), beginsText && each.first == 0, wasTyped,
                                !wasTyped},
                    ids);
        if (begins)
            begins->resize(ids.size(), first);
    }
    return ids;
}

void PipelineTokenizer::encodePlain(const PlainPart &part, TokenIds &ids) const
{
    const std::string normalized = m_normalization.apply(part.text);
    AddedTokens::Accept accept;
    if (!part.findsSpecials)
        accept = [](const AddedToken &token, std::size_t, std::size_t) { return !token.special; };
    for (const AddedTokens::Part &piece : m_added.findNormalized(normalized, accept)) {
        if (piece.id) {
            ids.push_back(*piece.id);
            continue;
        }
        const bool begins = part.beginsText && piece.text.data() == normalized.data();
        TextPieces words{std::string(piece.text), {{0, piece.text.size()}}, begins};
        m_preTokenization.apply(words);
        for (const TextRange &word : words.pieces)
            appendWord(words.of(word), !part.hasTyped, ids);
    }
}

// Some vocabularies have merges that end in a special token: where it was typed, its characters stay apart.
void PipelineTokenizer::appendWord(std::string_view word, bool mayBeSpecial, TokenIds &ids) const
{
    const std::size_t before = ids.size();
    m_pairs->append(word, ids);
    const auto isSpecial = [this](std::int32_t id) { return m_isSpecial[std::size_t(id)]; };
    if (mayBeSpecial || std::none_of(ids.begin() + std::ptrdiff_t(before), ids.end(), isSpecial))
        return;
    ids.resize(before);
    for (std::size_t at = 0; at < word.size();) {
        const std::size_t bytes = firstCharacter(word.substr(at)).bytes;
        m_pairs->append(word.substr(at, bytes), ids);
        at += bytes;
    }
}

TokenIds PipelineTokenizer::encodeWithEnds(std::string_view text) const
{
    TokenIds ids = encode(text);
    ids.insert(ids.begin(), m_ends.before.begin(), m_ends.before.end());
    ids.insert(ids.end(), m_ends.after.begin(), m_ends.after.end());
    return ids;
}

std::vector<std::string> PipelineTokenizer::tokensOf(std::span<const std::int32_t> ids, bool skipsSpecials) const
{
    std::vector<std::string> tokens;
    for (const std::int32_t id : ids) {
        const bool known = id >= 0 && id < size() && m_isToken[std::size_t(id)];
        if (known && !(skipsSpecials && m_isSpecial[std::size_t(id)]))
            tokens.push_back(m_texts[std::size_t(id)]);
    }
    return tokens;
}

std::string PipelineTokenizer::decode(std::span<const std::int32_t> ids) const
{
    return m_decoding.apply(tokensOf(ids, false));
}

std::string PipelineTokenizer::decodeWithoutSpecials(std::span<const std::int32_t> ids) const
{
    return m_decoding.apply(tokensOf(ids, true));
}

} // namespace motley
