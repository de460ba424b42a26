#include "engine/data/tokenizers/pipeline/textregex.h"

#include "engine/data/tokenizers/pipeline/onigurumapattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <algorithm>

namespace motley {

namespace {

// An ordinary search takes a few steps for each character.
constexpr std::uint32_t leastSteps = 500'000;
constexpr std::uint32_t stepsPerByte = 64;
constexpr std::uint32_t mostKibibytes = 64 << 10;
constexpr std::uint32_t deepestParentheses = 100;

std::string messageOf(int code)
{
    PCRE2_UCHAR words[256] = {};
    pcre2_get_error_message(code, words, sizeof words);
    return reinterpret_cast<const char *>(words);
}

std::string shortened(const std::string &pattern)
{
    constexpr std::size_t longest = 200;
    return pattern.size() <= longest ? pattern : pattern.substr(0, longest) + "...";
}

struct CodeFreer {
    void operator()(pcre2_code *code) const { pcre2_code_free(code); }
};
struct CompileContextFreer {
    void operator()(pcre2_compile_context *context) const { pcre2_compile_context_free(context); }
};
struct MatchContextFreer {
    void operator()(pcre2_match_context *context) const { pcre2_match_context_free(context); }
};
struct MatchDataFreer {
    void operator()(pcre2_match_data *data) const { pcre2_match_data_free(data); }
};

} // namespace

struct TextRegex::Code {
    std::unique_ptr<pcre2_code, CodeFreer> compiled;
};

struct TextRegex::Matches::Search {
    std::unique_ptr<pcre2_match_data, MatchDataFreer> data;
    std::unique_ptr<pcre2_match_context, MatchContextFreer> context;
};

Result<TextRegex> TextRegex::compile(const TextPattern &pattern)
{
    if (bool(pattern.regex) == bool(pattern.text))
        return fail("A pattern must have either \"Regex\" or \"String\".");
    if (pattern.text && pattern.text->empty())
        return fail("A pattern is not supported: it is an empty text.");
    if (pattern.text)
        return compilePcre2(quotePattern(*pattern.text), *pattern.text);
    auto translated = fromOniguruma(*pattern.regex);
    if (!translated)
        return fail("The regular expression " + shortened(*pattern.regex) + " " + translated.error().message);
    return compilePcre2(*translated, *pattern.regex);
}

TextRegex TextRegex::known(const char *pcre2Pattern)
{
    return *compilePcre2(pcre2Pattern, pcre2Pattern);
}

Result<TextRegex> TextRegex::compilePcre2(const std::string &pattern, std::string said)
{
    const std::unique_ptr<pcre2_compile_context, CompileContextFreer> context(pcre2_compile_context_create(nullptr));
    if (!context)
        throw std::bad_alloc();
    pcre2_set_newline(context.get(), PCRE2_NEWLINE_LF);
    pcre2_set_parens_nest_limit(context.get(), deepestParentheses);
    int code = 0;
    PCRE2_SIZE at = 0;
    auto compiled = std::make_shared<Code>();
    // A line begins and ends beside every newline, as in Ruby.
    compiled->compiled.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(),
        PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C | PCRE2_NO_AUTO_CAPTURE, &code, &at,
        context.get()));
    if (!compiled->compiled)
        return fail("The regular expression " + shortened(said) + " is not supported: " + messageOf(code) + ".",
            "at byte " + std::to_string(at) + " of " + shortened(pattern));
    TextRegex regex;
    regex.m_code = std::move(compiled);
    regex.m_said = std::move(said);
    return regex;
}

TextRegex::Matches::Matches(const TextRegex &regex, std::string_view text)
    : m_regex(regex), m_search(std::make_unique<Search>())
{
    m_search->data.reset(pcre2_match_data_create(1, nullptr));
    m_search->context.reset(pcre2_match_context_create(nullptr));
    if (!m_search->data || !m_search->context)
        throw std::bad_alloc();
    pcre2_set_heap_limit(m_search->context.get(), mostKibibytes);
    begin(text);
}

TextRegex::Matches::~Matches() = default;

void TextRegex::Matches::begin(std::string_view text)
{
    m_text = text;
    m_at = 0;
    m_lastEnd.reset();
    const std::size_t steps = leastSteps + stepsPerByte * text.size();
    pcre2_set_match_limit(m_search->context.get(), std::uint32_t(std::min<std::size_t>(steps, UINT32_MAX)));
}

std::optional<TextRange> TextRegex::Matches::next()
{
    while (m_at <= m_text.size()) {
        const int found = pcre2_match(m_regex.m_code->compiled.get(), reinterpret_cast<PCRE2_SPTR>(m_text.data()),
            m_text.size(), m_at, PCRE2_NO_UTF_CHECK, m_search->data.get(), m_search->context.get());
        if (found == PCRE2_ERROR_NOMATCH) {
            m_at = m_text.size() + 1;
            return std::nullopt;
        }
        if (found < 0)
            throw TokenizingTooCostly("The regular expression " + shortened(m_regex.m_said)
                + " of the tokenizer cannot be searched for in this text: " + messageOf(found) + ".");
        const PCRE2_SIZE *range = pcre2_get_ovector_pointer(m_search->data.get());
        const TextRange match{range[0], range[1]};
        if (!match.empty() || m_lastEnd != match.end) {
            m_at = match.end;
            m_lastEnd = match.end;
            return match;
        }
        ++m_at;
        while (m_at < m_text.size() && (std::uint8_t(m_text[m_at]) & 0xc0) == 0x80)
            ++m_at;
    }
    return std::nullopt;
}

Result<TextReplacement> TextReplacement::make(const TextPattern &pattern, const std::string &content)
{
    auto regex = TextRegex::compile(pattern);
    if (!regex)
        return tl::unexpected(regex.error());
    TextReplacement replacement;
    replacement.m_plain = pattern.text.value_or("");
    replacement.m_regex = std::move(*regex);
    replacement.m_content = content;
    return replacement;
}

std::string TextReplacement::apply(std::string_view text) const
{
    std::string result;
    std::size_t done = 0;
    const auto put = [&](std::size_t first, std::size_t end) {
        result += text.substr(done, first - done);
        result += m_content;
        boundGrowth(text.size(), result.size());
        done = end;
    };
    if (!m_plain.empty()) {
        for (std::size_t at = text.find(m_plain); at != std::string_view::npos; at = text.find(m_plain, done))
            put(at, at + m_plain.size());
    } else {
        TextRegex::Matches matches(*m_regex, text);
        while (const auto match = matches.next())
            put(match->first, match->end);
    }
    result += text.substr(done);
    return result;
}

} // namespace motley
