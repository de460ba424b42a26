#include "engine/data/tokenizers/utf8.h"

#include <utf8proc.h>

namespace motley {

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
    return char32_t(utf8proc_tolower(utf8proc_int32_t(character)));
}

bool isLetter(char32_t character)
{
    const auto category = utf8proc_category(utf8proc_int32_t(character));
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

bool isNumber(char32_t character)
{
    const auto category = utf8proc_category(utf8proc_int32_t(character));
    return category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO;
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
    const auto category = utf8proc_category(utf8proc_int32_t(character));
    const bool circled = (character >= 0x24b6 && character <= 0x24e9) || (character >= 0x1f130 && character <= 0x1f149)
        || (character >= 0x1f150 && character <= 0x1f169) || (character >= 0x1f170 && character <= 0x1f189);
    const bool joins = character == 0x200c || character == 0x200d;
    return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NL) || category == UTF8PROC_CATEGORY_PC
        || circled || joins;
}

} // namespace motley
