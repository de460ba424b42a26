#include "engine/data/chat/template/stringliteral.h"

#include "engine/data/chat/values/problem.h"
#include "engine/data/tokenizers/utf8.h"

#include <optional>

namespace motley::jinja {

namespace {

std::optional<unsigned> digitOf(char character, unsigned base)
{
    unsigned value = 99;
    if (character >= '0' && character <= '9')
        value = unsigned(character - '0');
    else if ((character | 0x20) >= 'a' && (character | 0x20) <= 'f')
        value = unsigned((character | 0x20) - 'a') + 10;
    return value < base ? std::optional(value) : std::nullopt;
}

struct Escape {
    unsigned base;
    std::size_t least; // digits
    std::size_t most; // the same
};

void appendNumber(std::string &result, std::string_view literal, std::size_t &at, const Escape &escape, int line)
{
    std::uint32_t value = 0;
    std::size_t digits = 0;
    while (digits < escape.most && at < literal.size() && digitOf(literal[at], escape.base)) {
        value = value * escape.base + *digitOf(literal[at++], escape.base);
        ++digits;
    }
    if (digits < escape.least || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
        throw Problem("an escape in a string names no character.", line);
    appendUtf8(result, value);
}

} // namespace

std::string unescaped(std::string_view literal, int line)
{
    constexpr std::string_view letters = "abfnrtv\\'\"";
    constexpr std::string_view meanings = "\a\b\f\n\r\t\v\\'\"";
    std::string result;
    for (std::size_t at = 0; at < literal.size();) {
        const char byte = literal[at++];
        if (byte != '\\' || at == literal.size()) {
            result += byte;
            continue;
        }
        const char letter = literal[at++];
        if (const std::size_t found = letters.find(letter); found != std::string_view::npos)
            result += meanings[found];
        else if (letter == 'x')
            appendNumber(result, literal, at, {16, 2, 2}, line);
        else if (letter == 'u')
            appendNumber(result, literal, at, {16, 4, 4}, line);
        else if (letter == 'U')
            appendNumber(result, literal, at, {16, 8, 8}, line);
        else if (digitOf(letter, 8))
            appendNumber(result, literal, --at, {8, 1, 3}, line);
        else if (letter == 'N')
            throw Problem("characters by name (\\N) are not supported.", line);
        else if (letter != '\n') // which continues the string on the next line
            (result += '\\') += letter;
    }
    return result;
}

} // namespace motley::jinja
