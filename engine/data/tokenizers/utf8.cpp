#include "engine/data/tokenizers/utf8.h"

#include "engine/data/tokenizers/characterclass.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace motley {

namespace {

struct Begun {
    std::size_t bytes = 0; // of the beginning of a character; 0: none begins
    bool lacks = false; // more bytes of it must follow
};

// How much of the text is a character or the beginning of one.
Begun begunUtf8(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return std::uint8_t(text[i]); };
    const std::uint8_t lead = byte(0);
    const std::size_t length = lead < 0x80 ? 1
        : lead < 0xc2                      ? 0
        : lead < 0xe0                      ? 2
        : lead < 0xf0                      ? 3
        : lead < 0xf5                      ? 4
                                           : 0;
    if (length < 2)
        return {length, false};
    const std::uint8_t least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80; // of the second byte
    const std::uint8_t most = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    std::size_t have = 1;
    while (have < length && have < text.size() && byte(have) >= (have == 1 ? least : 0x80)
        && byte(have) <= (have == 1 ? most : 0xbf))
        ++have;
    return {have, have < length};
}

struct LaterCase {
    char32_t first;
    char32_t last;
    int distance; // to the small letter
    int step; // every so manyth code point is a capital
};

// Capitals that Unicode gained after version 13, which is what the oldest utf8proc knows.
constexpr LaterCase laterCases[] = {{0x1c89, 0x1c89, 1, 1}, {0x2c2f, 0x2c2f, 0x30, 1}, {0xa7c0, 0xa7c0, 1, 1},
    {0xa7cb, 0xa7cb, 0x264 - 0xa7cb, 1}, {0xa7cc, 0xa7da, 1, 2}, {0xa7dc, 0xa7dc, 0x19b - 0xa7dc, 1},
    {0x10570, 0x1057a, 0x27, 1}, {0x1057c, 0x1058a, 0x27, 1}, {0x1058c, 0x10592, 0x27, 1}, {0x10594, 0x10595, 0x27, 1},
    {0x10d50, 0x10d65, 0x20, 1}, {0x16ea0, 0x16eb8, 0x1b, 1}};

} // namespace

DecodedCharacter firstCharacter(std::string_view text)
{
    utf8proc_int32_t character = 0;
    const auto bytes = utf8proc_iterate(
        reinterpret_cast<const utf8proc_uint8_t *>(text.data()), utf8proc_ssize_t(text.size()), &character);
    return bytes > 0 ? DecodedCharacter{char32_t(character), std::size_t(bytes)} : DecodedCharacter{};
}

bool isUtf8(std::string_view text)
{
    while (!text.empty()) {
        const DecodedCharacter first = firstCharacter(text);
        if (first.character == replacementCharacter && first.bytes == 1)
            return false;
        text.remove_prefix(first.bytes);
    }
    return true;
}

std::string replaceInvalidUtf8(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const DecodedCharacter first = firstCharacter(text);
        const bool broken = first.character == replacementCharacter && first.bytes == 1;
        const std::size_t bytes = broken ? std::max<std::size_t>(1, begunUtf8(text).bytes) : first.bytes;
        broken ? appendUtf8(result, replacementCharacter) : void(result += text.substr(0, bytes));
        text.remove_prefix(bytes);
    }
    return result;
}

std::size_t unfinishedUtf8(std::string_view text)
{
    for (std::size_t length = 1; length <= std::min<std::size_t>(3, text.size()); ++length) {
        const Begun begun = begunUtf8(text.substr(text.size() - length));
        if (begun.bytes == length && begun.lacks)
            return length;
    }
    return 0;
}

std::u32string fromUtf8(std::string_view text)
{
    std::u32string characters;
    characters.reserve(text.size());
    while (!text.empty()) {
        const DecodedCharacter first = firstCharacter(text);
        characters.push_back(first.character);
        text.remove_prefix(first.bytes);
    }
    return characters;
}

void appendUtf8(std::string &text, char32_t character)
{
    utf8proc_uint8_t bytes[4];
    const auto length = utf8proc_encode_char(utf8proc_int32_t(character), bytes);
    text.append(reinterpret_cast<const char *>(bytes), std::size_t(length));
}

std::string toUtf8(std::u32string_view characters)
{
    std::string text;
    text.reserve(characters.size());
    for (const char32_t character : characters)
        appendUtf8(text, character);
    return text;
}

char32_t upperCase(char32_t character)
{
    return char32_t(utf8proc_toupper(utf8proc_int32_t(character)));
}

char32_t lowerCase(char32_t character)
{
    const auto *later = std::find_if(std::begin(laterCases), std::end(laterCases), [=](const LaterCase &item) {
        return character >= item.first && character <= item.last && (character - item.first) % char32_t(item.step) == 0;
    });
    return later == std::end(laterCases) ? char32_t(utf8proc_tolower(utf8proc_int32_t(character)))
                                         : char32_t(int(character) + later->distance);
}

bool isLetter(char32_t character)
{
    static const CharacterClass letters(R"(\p{L})");
    return letters.has(character);
}

bool isNumber(char32_t character)
{
    static const CharacterClass numbers(R"(\p{N})");
    return numbers.has(character);
}

bool isSpace(char32_t character)
{
    if (character < 0x80)
        return character == ' ' || (character >= '\t' && character <= '\r');
    const auto category = utf8proc_category(utf8proc_int32_t(character));
    return character == 0x85 || (category >= UTF8PROC_CATEGORY_ZS && category <= UTF8PROC_CATEGORY_ZP);
}

bool isWordCharacter(char32_t character)
{
    static const CharacterClass words(R"([\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}])");
    return words.has(character);
}

} // namespace motley
