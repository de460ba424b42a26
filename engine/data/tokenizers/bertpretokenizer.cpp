#include "engine/data/tokenizers/bertpretokenizer.h"

#include "engine/data/tokenizers/bertcharacters.h"
#include "engine/data/tokenizers/utf8.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>

namespace motley {

namespace {

std::u32string cleaned(std::string_view text, bool spaceChinese)
{
    std::u32string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const auto [character, bytes] = firstCharacter(text);
        text.remove_prefix(bytes);
        if (character == 0 || character == replacementCharacter || isBertControl(character))
            continue;
        if (isSpace(character))
            result += U' ';
        else if (spaceChinese && isBertChinese(character))
            result.append({U' ', character, U' '});
        else
            result += character;
    }
    return result;
}

int combiningClass(char32_t character)
{
    return character < 0x300 ? 0 : utf8proc_get_property(utf8proc_int32_t(character))->combining_class;
}

// Canonical decomposition (NFD): every character becomes its letter followed by its marks in canonical order.
std::u32string decomposed(const std::u32string &text)
{
    std::u32string result;
    result.reserve(text.size());
    for (const char32_t character : text) {
        std::array<utf8proc_int32_t, 32> parts{};
        int boundary = 0;
        const auto count = character < 0x80 ? 0
                                            : utf8proc_decompose_char(utf8proc_int32_t(character), parts.data(),
                                                parts.size(), utf8proc_option_t(UTF8PROC_DECOMPOSE), &boundary);
        if (count < 1)
            result += character;
        else
            result.append(parts.begin(), parts.begin() + count);
    }
    for (auto at = result.begin(); at != result.end();) {
        const auto end = std::find_if(at, result.end(), [](char32_t mark) { return combiningClass(mark) == 0; });
        std::stable_sort(at, end, [](char32_t a, char32_t b) { return combiningClass(a) < combiningClass(b); });
        at = end == result.end() ? end : end + 1;
    }
    return result;
}

std::u32string withoutAccents(const std::u32string &text)
{
    std::u32string result = decomposed(text);
    std::erase_if(result, isBertAccent);
    return result;
}

std::u32string withoutCase(const std::u32string &text)
{
    constexpr char32_t dottedCapitalI = 0x130; // the only character whose small letter is two characters
    std::u32string result;
    for (const char32_t character : text)
        if (character == dottedCapitalI)
            result += U"i\u0307";
        else
            result += lowerCase(character);
    return result;
}

std::u32string normalized(std::string_view text, const BertTextOptions &options)
{
    std::u32string characters = cleaned(text, options.spaceChinese);
    if (options.stripAccents.value_or(options.lowercase))
        characters = withoutAccents(characters);
    if (options.lowercase)
        characters = withoutCase(characters);
    return characters;
}

std::vector<std::string> split(const std::u32string &characters)
{
    std::vector<std::string> words;
    bool inWord = false;
    for (const char32_t character : characters) {
        const bool alone = isBertPunctuation(character);
        if (isSpace(character)) {
            inWord = false;
            continue;
        }
        if (alone || !inWord)
            words.emplace_back();
        appendUtf8(words.back(), character);
        inWord = !alone;
    }
    return words;
}

} // namespace

std::string bertNormalized(std::string_view text, const BertTextOptions &options)
{
    return toUtf8(normalized(text, options));
}

std::vector<std::string> splitBertWords(std::string_view normalized)
{
    return split(fromUtf8(normalized));
}

std::vector<std::string> bertWords(std::string_view text, const BertTextOptions &options)
{
    return split(normalized(text, options));
}

} // namespace motley
