#include "engine/data/tokenizers/gpt2pretokenizer.h"

#include "engine/data/tokenizers/utf8.h"

#include <cstdint>

namespace motley {

namespace {

enum class Class { Letter, Number, Space, Other };

struct Classified {
    Class kind = Class::Other;
    std::size_t bytes = 1;
};

Classified classOf(std::string_view text)
{
    const auto [character, bytes] = firstCharacter(text);
    const Class kind = isLetter(character) ? Class::Letter
        : isNumber(character)              ? Class::Number
        : isSpace(character)               ? Class::Space
                                           : Class::Other;
    return {kind, bytes};
}

// The number of bytes of the run of one character class at the beginning of the text.
std::size_t runOf(Class kind, std::string_view text)
{
    std::size_t length = 0;
    while (length < text.size()) {
        const Classified next = classOf(text.substr(length));
        if (next.kind != kind)
            break;
        length += next.bytes;
    }
    return length;
}

std::size_t contraction(std::string_view text)
{
    for (const std::string_view ending : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"})
        if (text.substr(0, ending.size()) == ending)
            return ending.size();
    return 0;
}

// The number of bytes of the run of spaces at the beginning of the text, without the last space if a word follows.
std::size_t spaces(std::string_view text)
{
    const std::size_t length = runOf(Class::Space, text);
    if (length == text.size())
        return length;
    std::size_t last = length - 1;
    while ((std::uint8_t(text[last]) & 0xc0) == 0x80)
        --last;
    return last > 0 ? last : length;
}

} // namespace

std::string_view firstGptWord(std::string_view text)
{
    if (const std::size_t length = contraction(text))
        return text.substr(0, length);
    const std::size_t lead = text.size() > 1 && text[0] == ' ' ? 1 : 0;
    const Class kind = classOf(text.substr(lead)).kind;
    if (kind == Class::Space)
        return text.substr(0, spaces(text));
    return text.substr(0, lead + runOf(kind, text.substr(lead)));
}

} // namespace motley
