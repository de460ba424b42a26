#include "engine/data/tokenizers/pipeline/onigurumapattern.h"

#include "engine/data/tokenizers/utf8.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace motley {

namespace {

constexpr std::size_t longestPattern = 1 << 16; // bytes
constexpr const char *wordCharacters = R"(\p{Alphabetic}\p{M}\p{Nd}\p{Pc})";
// Outside of [ ] Oniguruma looks the first 256 characters up in another table, by which the powers and fractions among
// them are word characters.
constexpr const char *latin1Numbers = R"(\xb2\xb3\xb9\xbc-\xbe)";

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isAsciiLetterOrDigit(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) && std::uint8_t(c) < 0x80;
}

// PCRE2 means by the bare name of a script also characters that are merely used with it.
std::string propertyOf(std::string_view name)
{
    constexpr auto categories = std::to_array<std::string_view>({"L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me",
        "Mn", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "S", "Sc", "Sk", "Sm", "So", "Z",
        "Zl", "Zp", "Zs", "C", "Cc", "Cf", "Cn", "Co", "Cs", "Alphabetic", "White_Space"});
    const bool isCategory = std::find(categories.begin(), categories.end(), name) != categories.end();
    return (isCategory ? "" : "sc:") + std::string(name);
}

std::string wordClass(const char *begin)
{
    return std::string(begin) + wordCharacters + latin1Numbers + "]";
}

class Translator {
public:
    explicit Translator(std::string_view pattern) : m_rest(pattern) { }

    Result<std::string> translate()
    {
        if (m_rest.size() > longestPattern)
            return fail("A regular expression has more than " + std::to_string(longestPattern) + " bytes.");
        if (!isUtf8(m_rest))
            return fail("A regular expression is no valid UTF-8.");
        if (take("(?i)"))
            m_result += "(?i)";
        while (m_refused.empty() && !m_rest.empty())
            m_inClass ? translateInClass() : translateOutside();
        if (m_refused.empty() && m_inClass)
            refuse("[ without ]");
        if (!m_refused.empty())
            return fail("is not supported: " + m_refused);
        return m_result;
    }

private:
    void refuse(std::string_view construct) { m_refused = construct; }

    bool take(std::string_view begin)
    {
        if (m_rest.substr(0, begin.size()) != begin)
            return false;
        m_rest.remove_prefix(begin.size());
        return true;
    }

    void copy(std::size_t bytes = 1)
    {
        m_result += m_rest.substr(0, bytes);
        m_rest.remove_prefix(bytes);
    }

    void translateOutside()
    {
        const char c = m_rest.front();
        if (c == '\\')
            return translateEscape();
        if (c == '[')
            return beginClass();
        if (c == '(')
            return beginGroup();
        if (c == '{')
            return translateInterval();
        copy();
    }

    void beginGroup()
    {
        for (const std::string_view known : {"(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?i:", "(?-i:"})
            if (m_rest.substr(0, known.size()) == known)
                return copy(known.size());
        m_rest.substr(0, 2) == "(?" ? refuse(m_rest.substr(0, 4)) : copy();
    }

    // Oniguruma takes {2}? for up to two, and + behind an interval for a repetition of it.
    void translateInterval()
    {
        std::size_t end = 1;
        while (end < m_rest.size() && (isDigit(m_rest[end]) || m_rest[end] == ','))
            ++end;
        const bool isInterval = end > 1 && isDigit(m_rest[1]) && end < m_rest.size() && m_rest[end] == '}';
        if (!isInterval)
            return refuse("{ that begins no interval such as {1,3}");
        const bool exact = m_rest.substr(0, end).find(',') == std::string_view::npos;
        const char next = end + 1 < m_rest.size() ? m_rest[end + 1] : ' ';
        if (next == '+' || (next == '?' && exact))
            return refuse(m_rest.substr(0, end + 2));
        copy(end + 1);
    }

    void beginClass()
    {
        m_inClass = true;
        copy(m_rest.substr(0, 2) == "[^" ? 2 : 1);
        if (!m_rest.empty() && m_rest.front() == ']')
            refuse("[] and [^]");
    }

    void translateInClass()
    {
        if (m_rest.front() == '\\')
            return translateEscape();
        if (m_rest.front() == '[')
            return refuse("[ within [ ]");
        if (m_rest.substr(0, 2) == "&&")
            return refuse("&& within [ ]");
        m_inClass = m_rest.front() != ']';
        copy();
    }

    void translateEscape()
    {
        if (m_rest.size() < 2)
            return refuse("\\ at the end");
        const char c = m_rest[1];
        const std::string_view whole = m_rest.substr(0, 2);
        if (c == 'p' || c == 'P')
            return translateProperty();
        if (c == 'x' || c == 'u')
            return translateCode();
        m_rest.remove_prefix(2);
        if (std::string_view("rntfae").find(c) != std::string_view::npos)
            m_result += whole;
        else if (c == 'v')
            m_result += "\\x0b";
        else if (c == 's' || c == 'S')
            m_result += c == 's' ? "\\p{White_Space}" : "\\P{White_Space}";
        else if (c == 'd' || c == 'D')
            m_result += c == 'd' ? "\\p{Nd}" : "\\P{Nd}";
        else if (c == 'w')
            m_result += m_inClass ? std::string(wordCharacters) : wordClass("[");
        else if (c == 'W' && !m_inClass)
            m_result += wordClass("[^");
        else if (!m_inClass && (c == 'A' || c == 'z'))
            m_result += whole;
        else if (isAsciiLetterOrDigit(c) || std::uint8_t(c) >= 0x80)
            refuse(whole);
        else
            m_result += whole; // a quoted sign
    }

    void translateProperty()
    {
        const std::size_t end = m_rest.find('}');
        const bool named = m_rest.size() > 2 && m_rest[2] == '{' && end != std::string_view::npos && end > 3;
        if (!named)
            return refuse(m_rest.substr(0, 3));
        std::string_view name = m_rest.substr(3, end - 3);
        const bool negated = name.front() == '^';
        name.remove_prefix(negated ? 1 : 0);
        const bool plain = !name.empty()
            && std::all_of(name.begin(), name.end(), [](char c) { return isAsciiLetterOrDigit(c) || c == '_'; });
        if (!plain)
            return refuse(m_rest.substr(0, end + 1));
        m_result += std::string(m_rest.substr(0, 2)) + "{" + (negated ? "^" : "") + propertyOf(name) + "}";
        m_rest.remove_prefix(end + 1);
    }

    // \uHHHH, \x{H...} and \xHH below 80, beyond which Oniguruma means a byte.
    void translateCode()
    {
        const bool braces = m_rest.substr(0, 3) == "\\x{";
        const std::size_t begin = braces ? 3 : 2;
        std::size_t end = begin;
        const std::size_t most = braces ? 8 : m_rest[1] == 'u' ? 4 : 2;
        while (end < m_rest.size() && end < begin + most && std::isxdigit(static_cast<unsigned char>(m_rest[end])))
            ++end;
        const std::string digits(m_rest.substr(begin, end - begin));
        const bool whole
            = braces ? !digits.empty() && end < m_rest.size() && m_rest[end] == '}' : digits.size() == most;
        if (!whole || (most == 2 && digits[0] > '7'))
            return refuse(m_rest.substr(0, end));
        m_result += "\\x{" + digits + "}";
        m_rest.remove_prefix(end + (braces ? 1 : 0));
    }

    std::string_view m_rest;
    std::string m_result;
    std::string m_refused; // empty: nothing
    bool m_inClass = false;
};

} // namespace

Result<std::string> fromOniguruma(std::string_view pattern)
{
    return Translator(pattern).translate();
}

std::string quotePattern(std::string_view text)
{
    std::string pattern;
    for (const char c : text) {
        if (std::uint8_t(c) < 0x80 && !isAsciiLetterOrDigit(c))
            pattern += c == '\n' ? "\\n" : std::string("\\") + c;
        else
            pattern += c;
    }
    return pattern;
}

} // namespace motley
