// What Python does with texts. Positions and counts are of characters, not of bytes.
#pragma once

#include "engine/data/chat/values/text.h"
#include "engine/data/tokenizers/utf8.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace motley::jinja {

template <typename Visit>
void forEachCharacter(std::string_view text, Visit visit) // visit(character, its bytes)
{
    for (std::size_t at = 0; at < text.size();) {
        const DecodedCharacter next = firstCharacter(text.substr(at));
        visit(next.character, text.substr(at, next.bytes));
        at += next.bytes;
    }
}

bool isPythonSpace(char32_t character); // str.isspace()
bool isPrintable(char32_t character); // str.isprintable()
std::size_t leadingSpaces(std::string_view text); // bytes
std::size_t trailingSpaces(std::string_view text); // bytes

std::size_t characterCount(std::string_view text);
std::vector<std::size_t> characterStarts(std::string_view text); // bytes; and the end

struct StripSides {
    bool left = true;
    bool right = true;
};
// Takes away characters of `set`; nullopt: white space.
Text stripped(const Text &text, std::optional<std::string_view> set, StripSides sides);
// Where `separator` is, at most so many times (-1: always); nullopt: runs of white space.
std::vector<Text> splitText(const Text &text, std::optional<std::string_view> separator, std::int64_t most);
Text replaced(const Text &text, std::string_view old, const Text &with, std::int64_t most);

std::string upperText(std::string_view text);
std::string lowerText(std::string_view text);
std::string capitalizedText(std::string_view text); // a Problem: the first letter has a rare third case
std::string htmlEscaped(std::string_view text);

} // namespace motley::jinja
