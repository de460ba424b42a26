#include "engine/data/chat/values/problem.h"
#include "engine/data/chat/values/pythontext.h"

#include <algorithm>
#include <iterator>

namespace motley::jinja {

namespace {

struct LongCapital {
    char32_t small;
    const char32_t *capitals;
};
// Letters whose capital form is several characters: Unicode's SpecialCasing.txt. Sorted.
constexpr LongCapital longCapitals[] = {{0xdf, U"SS"}, {0x149, U"\x2bcN"}, {0x1f0, U"J\x30c"},
    {0x390, U"\x399\x308\x301"}, {0x3b0, U"\x3a5\x308\x301"}, {0x587, U"\x535\x552"}, {0x1e96, U"H\x331"},
    {0x1e97, U"T\x308"}, {0x1e98, U"W\x30a"}, {0x1e99, U"Y\x30a"}, {0x1e9a, U"A\x2be"}, {0x1f50, U"\x3a5\x313"},
    {0x1f52, U"\x3a5\x313\x300"}, {0x1f54, U"\x3a5\x313\x301"}, {0x1f56, U"\x3a5\x313\x342"}, {0x1f80, U"\x1f08\x399"},
    {0x1f81, U"\x1f09\x399"}, {0x1f82, U"\x1f0a\x399"}, {0x1f83, U"\x1f0b\x399"}, {0x1f84, U"\x1f0c\x399"},
    {0x1f85, U"\x1f0d\x399"}, {0x1f86, U"\x1f0e\x399"}, {0x1f87, U"\x1f0f\x399"}, {0x1f88, U"\x1f08\x399"},
    {0x1f89, U"\x1f09\x399"}, {0x1f8a, U"\x1f0a\x399"}, {0x1f8b, U"\x1f0b\x399"}, {0x1f8c, U"\x1f0c\x399"},
    {0x1f8d, U"\x1f0d\x399"}, {0x1f8e, U"\x1f0e\x399"}, {0x1f8f, U"\x1f0f\x399"}, {0x1f90, U"\x1f28\x399"},
    {0x1f91, U"\x1f29\x399"}, {0x1f92, U"\x1f2a\x399"}, {0x1f93, U"\x1f2b\x399"}, {0x1f94, U"\x1f2c\x399"},
    {0x1f95, U"\x1f2d\x399"}, {0x1f96, U"\x1f2e\x399"}, {0x1f97, U"\x1f2f\x399"}, {0x1f98, U"\x1f28\x399"},
    {0x1f99, U"\x1f29\x399"}, {0x1f9a, U"\x1f2a\x399"}, {0x1f9b, U"\x1f2b\x399"}, {0x1f9c, U"\x1f2c\x399"},
    {0x1f9d, U"\x1f2d\x399"}, {0x1f9e, U"\x1f2e\x399"}, {0x1f9f, U"\x1f2f\x399"}, {0x1fa0, U"\x1f68\x399"},
    {0x1fa1, U"\x1f69\x399"}, {0x1fa2, U"\x1f6a\x399"}, {0x1fa3, U"\x1f6b\x399"}, {0x1fa4, U"\x1f6c\x399"},
    {0x1fa5, U"\x1f6d\x399"}, {0x1fa6, U"\x1f6e\x399"}, {0x1fa7, U"\x1f6f\x399"}, {0x1fa8, U"\x1f68\x399"},
    {0x1fa9, U"\x1f69\x399"}, {0x1faa, U"\x1f6a\x399"}, {0x1fab, U"\x1f6b\x399"}, {0x1fac, U"\x1f6c\x399"},
    {0x1fad, U"\x1f6d\x399"}, {0x1fae, U"\x1f6e\x399"}, {0x1faf, U"\x1f6f\x399"}, {0x1fb2, U"\x1fba\x399"},
    {0x1fb3, U"\x391\x399"}, {0x1fb4, U"\x386\x399"}, {0x1fb6, U"\x391\x342"}, {0x1fb7, U"\x391\x342\x399"},
    {0x1fbc, U"\x391\x399"}, {0x1fc2, U"\x1fca\x399"}, {0x1fc3, U"\x397\x399"}, {0x1fc4, U"\x389\x399"},
    {0x1fc6, U"\x397\x342"}, {0x1fc7, U"\x397\x342\x399"}, {0x1fcc, U"\x397\x399"}, {0x1fd2, U"\x399\x308\x300"},
    {0x1fd3, U"\x399\x308\x301"}, {0x1fd6, U"\x399\x342"}, {0x1fd7, U"\x399\x308\x342"}, {0x1fe2, U"\x3a5\x308\x300"},
    {0x1fe3, U"\x3a5\x308\x301"}, {0x1fe4, U"\x3a1\x313"}, {0x1fe6, U"\x3a5\x342"}, {0x1fe7, U"\x3a5\x308\x342"},
    {0x1ff2, U"\x1ffa\x399"}, {0x1ff3, U"\x3a9\x399"}, {0x1ff4, U"\x38f\x399"}, {0x1ff6, U"\x3a9\x342"},
    {0x1ff7, U"\x3a9\x342\x399"}, {0x1ffc, U"\x3a9\x399"}, {0xfb00, U"FF"}, {0xfb01, U"FI"}, {0xfb02, U"FL"},
    {0xfb03, U"FFI"}, {0xfb04, U"FFL"}, {0xfb05, U"ST"}, {0xfb06, U"ST"}, {0xfb13, U"\x544\x546"},
    {0xfb14, U"\x544\x535"}, {0xfb15, U"\x544\x53b"}, {0xfb16, U"\x54e\x546"}, {0xfb17, U"\x544\x53d"}};

const LongCapital *longCapitalOf(char32_t character)
{
    const auto *end = std::end(longCapitals);
    const auto *found = std::lower_bound(std::begin(longCapitals), end, character,
        [](const LongCapital &each, char32_t value) { return each.small < value; });
    return found != end && found->small == character ? found : nullptr;
}

void appendCapital(std::string &text, char32_t character)
{
    if (const LongCapital *found = longCapitalOf(character))
        text += toUtf8(found->capitals);
    else
        appendUtf8(text, upperCase(character));
}

constexpr char32_t capitalSigma = 0x3a3;
constexpr char32_t finalSigma = 0x3c2;

// Letters of which Unicode knows a form for titles that is not their capital.
bool hasTitleCase(char32_t character)
{
    return longCapitalOf(character) || (character >= 0x1c4 && character <= 0x1cc)
        || (character >= 0x1f1 && character <= 0x1f3) || (character >= 0x10d0 && character <= 0x10ff)
        || (character >= 0x1f80 && character <= 0x1ffc);
}

} // namespace

std::string upperText(std::string_view text)
{
    std::string result;
    forEachCharacter(text, [&](char32_t character, std::string_view) { appendCapital(result, character); });
    return result;
}

std::string lowerText(std::string_view text)
{
    const std::u32string characters = fromUtf8(text);
    std::string result;
    for (std::size_t i = 0; i < characters.size(); ++i) {
        const bool endsWord
            = i > 0 && isLetter(characters[i - 1]) && (i + 1 == characters.size() || !isLetter(characters[i + 1]));
        if (characters[i] == capitalSigma && endsWord)
            appendUtf8(result, finalSigma);
        else if (characters[i] == 0x130) // I with a dot
            result += "i\u0307";
        else
            appendUtf8(result, lowerCase(characters[i]));
    }
    return result;
}

std::string capitalizedText(std::string_view text)
{
    if (text.empty())
        return {};
    const DecodedCharacter first = firstCharacter(text);
    if (hasTitleCase(first.character))
        throw Problem("capitalize is not supported for a text that begins with \""
            + std::string(text.substr(0, first.bytes)) + "\".");
    std::string result;
    appendUtf8(result, upperCase(first.character));
    return result + lowerText(text.substr(first.bytes));
}

std::string htmlEscaped(std::string_view text)
{
    std::string result;
    for (const char byte : text) {
        switch (byte) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        case '\'':
            result += "&#39;";
            break;
        case '"':
            result += "&#34;";
            break;
        default:
            result += byte;
        }
    }
    return result;
}

} // namespace motley::jinja
