// Regular expressions of tokenizers, by PCRE2: with the properties of Unicode 16, without code made at run time, and
// within bounds of time and memory.
#pragma once

#include "engine/base/result.h"
#include "engine/data/tokenizers/pipeline/tokenizingcost.h"
#include "engine/formats/tokenizerjson/textpattern.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace motley {

struct TextRange { // of bytes
    std::size_t first = 0;
    std::size_t end = 0;

    bool empty() const { return first == end; }
    bool operator==(const TextRange &) const = default;
};

// Thread-safe.
class TextRegex {
public:
    // Errors quote the expression: what is not supported in it, or is wrong.
    static Result<TextRegex> compile(const TextPattern &pattern);
    static TextRegex known(const char *pcre2Pattern); // one that this program brings along

    // The matches in a text from left to right, as the tokenizers library finds them: an empty one is left out where
    // the one before it ends. One search at a time.
    class Matches {
    public:
        Matches(const TextRegex &regex, std::string_view text); // valid UTF-8, which must outlive this
        ~Matches();
        Matches(const Matches &) = delete;
        Matches &operator=(const Matches &) = delete;

        void begin(std::string_view text); // the same for another text
        std::optional<TextRange> next(); // throws TokenizingTooCostly

    private:
        struct Search;

        const TextRegex &m_regex;
        std::string_view m_text;
        std::size_t m_at = 0;
        std::optional<std::size_t> m_lastEnd;
        std::unique_ptr<Search> m_search;
    };

private:
    struct Code;

    static Result<TextRegex> compilePcre2(const std::string &pattern, std::string said);

    std::shared_ptr<const Code> m_code;
    std::string m_said; // the expression as its file writes it
};

// What a pattern finds, replaced by a text.
class TextReplacement {
public:
    static Result<TextReplacement> make(const TextPattern &pattern, const std::string &content);

    std::string apply(std::string_view text) const; // throws TokenizingTooCostly

private:
    std::string m_plain; // what is looked for; empty: m_regex
    std::optional<TextRegex> m_regex;
    std::string m_content;
};

} // namespace motley
