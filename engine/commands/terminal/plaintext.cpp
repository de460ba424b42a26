#include "engine/commands/terminal/plaintext.h"

#include "engine/data/tokenizers/utf8.h"

namespace motley {

namespace {

bool isPlain(char32_t character)
{
    const bool control = character < 0x20 || (character >= 0x7f && character <= 0x9f);
    const bool turnsText = character == 0x061c || character == 0x200e || character == 0x200f
        || (character >= 0x202a && character <= 0x202e) || (character >= 0x2066 && character <= 0x2069);
    return character == '\n' || character == '\t' || (!control && !turnsText);
}

} // namespace

std::string plainText(std::string_view words)
{
    std::string text;
    for (const char32_t character : fromUtf8(words)) {
        if (isPlain(character))
            appendUtf8(text, character);
    }
    return text;
}

} // namespace motley
