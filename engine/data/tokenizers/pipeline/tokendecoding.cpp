#include "engine/data/tokenizers/pipeline/tokendecoding.h"

#include "engine/data/tokenizers/pipeline/textregex.h"
#include "engine/data/tokenizers/utf8.h"
#include "engine/data/tokenizers/visiblebytes.h"

#include <charconv>

namespace motley {

namespace {

using Tokens = std::vector<std::string>;

std::string joined(const Tokens &tokens, const char *between)
{
    std::string text;
    for (std::size_t i = 0; i < tokens.size(); ++i)
        text += (i > 0 ? between : "") + tokens[i];
    return text;
}

std::size_t bytesIn(const Tokens &tokens)
{
    std::size_t bytes = 0;
    for (const std::string &token : tokens)
        bytes += token.size();
    return bytes;
}

// The bytes that a token of a byte-level vocabulary stands for; the token itself if a character of it stands for none.
std::string bytesOf(const std::string &token)
{
    std::string bytes;
    for (std::string_view rest = token; !rest.empty();) {
        const DecodedCharacter next = firstCharacter(rest);
        const auto byte = byteOfVisible(next.character);
        if (!byte)
            return token;
        bytes.push_back(char(*byte));
        rest.remove_prefix(next.bytes);
    }
    return bytes;
}

std::optional<char> byteOfFallback(std::string_view token)
{
    if (token.size() != 6 || token.substr(0, 3) != "<0x" || token.back() != '>')
        return std::nullopt;
    std::uint8_t byte = 0;
    const char *end = token.data() + 5;
    const auto read = std::from_chars(token.data() + 3, end, byte, 16);
    return read.ec == std::errc() && read.ptr == end ? std::optional(char(byte)) : std::nullopt;
}

void joinFallbacks(Tokens &tokens)
{
    Tokens result;
    std::string bytes;
    const auto settle = [&] {
        if (!bytes.empty() && isUtf8(bytes))
            result.push_back(bytes);
        else
            for (std::size_t i = 0; i < bytes.size(); ++i)
                result.push_back(toUtf8({&replacementCharacter, 1}));
        bytes.clear();
    };
    for (std::string &token : tokens) {
        if (const auto byte = byteOfFallback(token)) {
            bytes.push_back(*byte);
            continue;
        }
        settle();
        result.push_back(std::move(token));
    }
    settle();
    tokens = std::move(result);
}

std::string stripped(const std::string &token, const std::string &content, std::int32_t start, std::int32_t stop)
{
    std::size_t begin = 0;
    std::size_t end = token.size();
    for (std::int32_t i = 0; i < start && token.compare(begin, content.size(), content) == 0; ++i)
        begin += content.size();
    for (std::int32_t i = 0;
         i < stop && end >= begin + content.size() && token.compare(end - content.size(), content.size(), content) == 0;
         ++i)
        end -= content.size();
    return token.substr(begin, end - begin);
}

std::string spacesOf(const std::string &token, const std::string &mark, bool takesThemAway)
{
    std::string text;
    for (std::size_t at = 0; at < token.size();) {
        const bool isMark = token.compare(at, mark.size(), mark) == 0;
        if (isMark)
            text += takesThemAway ? "" : " ";
        else
            text += token[at];
        at += isMark ? mark.size() : 1;
    }
    return text;
}

} // namespace

Result<TokenDecoding> TokenDecoding::make(const TokenDecoder &decoder)
{
    TokenDecoding decoding;
    decoding.m_decodes = true;
    return decoding.add(decoder).map([&] { return std::move(decoding); });
}

Result<void> TokenDecoding::add(const TokenDecoder &decoder)
{
    const auto put = [this](Step step) {
        m_steps.push_back(std::move(step));
        return Result<void>();
    };
    if (const auto *sequence = std::get_if<SequenceDecoder>(&decoder.kind)) {
        for (const TokenDecoder &part : sequence->decoders)
            if (const auto added = add(part); !added)
                return added;
        return {};
    }
    if (m_steps.size() >= mostTokenizerParts)
        return fail("It has more than " + std::to_string(mostTokenizerParts) + " parts.");
    if (const auto *replace = std::get_if<ReplaceDecoder>(&decoder.kind)) {
        const auto replacement = TextReplacement::make(replace->pattern, replace->content);
        if (!replacement)
            return tl::unexpected(replacement.error());
        m_looksAhead |= m_fused;
        return put([replacement = *replacement](Tokens &tokens, bool) {
            for (std::string &token : tokens)
                token = replacement.apply(token);
        });
    }
    if (const auto *strip = std::get_if<StripDecoder>(&decoder.kind)) {
        if (fromUtf8(strip->content).size() != 1 || strip->start < 0 || strip->stop < 0)
            return fail("A Strip must take a single character away, and no fewer than none.");
        m_strips |= m_fused && strip->start > 0;
        m_looksAhead |= m_fused && (strip->stop > 0 || strip->start > 1);
        return put([strip = *strip, whole = m_fused](Tokens &tokens, bool atStart) {
            for (std::string &token : tokens)
                token = stripped(token, strip.content, atStart || !whole ? strip.start : 0, strip.stop);
        });
    }
    if (const auto *spaces = std::get_if<MetaspaceDecoder>(&decoder.kind)) {
        if (fromUtf8(spaces->replacement).size() != 1)
            return fail(
                "The replacement of a Metaspace must be one character, but is \"" + spaces->replacement + "\".");
        return put([spaces = *spaces](Tokens &tokens, bool atStart) {
            for (std::size_t i = 0; i < tokens.size(); ++i)
                tokens[i] = spacesOf(
                    tokens[i], spaces.replacement, i == 0 && atStart && spaces.scheme != PrependScheme::Never);
        });
    }
    if (std::holds_alternative<ByteFallbackDecoder>(decoder.kind)) {
        m_hasFallback = true;
        return put([](Tokens &tokens, bool) { joinFallbacks(tokens); });
    }
    if (std::holds_alternative<FuseDecoder>(decoder.kind)) {
        m_fused = true;
        return put([](Tokens &tokens, bool) { tokens = {joined(tokens, "")}; });
    }
    m_hasBytes = m_fused = true;
    return put([](Tokens &tokens, bool) {
        std::string bytes;
        for (const std::string &token : tokens)
            bytes += bytesOf(token);
        tokens = {replaceInvalidUtf8(bytes)};
    });
}

std::string TokenDecoding::apply(Tokens tokens, bool atStart) const
{
    const std::size_t before = bytesIn(tokens);
    for (const Step &step : m_steps) {
        step(tokens, atStart);
        boundGrowth(before, bytesIn(tokens));
    }
    return joined(tokens, m_decodes ? "" : " ");
}

bool TokenDecoding::isUnsettled(const Tokens &tokens, bool atStart) const
{
    if (m_looksAhead || !m_decodes)
        return true;
    if (m_hasFallback && byteOfFallback(tokens.back()))
        return true;
    if (m_strips && atStart && apply(tokens, false).empty())
        return true;
    if (!m_hasBytes)
        return false;
    std::string bytes;
    for (const std::string &token : tokens)
        bytes += bytesOf(token);
    return unfinishedUtf8(bytes) > 0;
}

} // namespace motley
