// UTF-8 and the properties of characters: letters, numbers and word characters by Unicode 16, small letters by 17, the
// rest by utf8proc's.
#pragma once

#include <string>
#include <string_view>

namespace motley {

constexpr char32_t replacementCharacter = 0xfffd;

struct DecodedCharacter {
    char32_t character = replacementCharacter; // U+FFFD for a byte that belongs to no character
    std::size_t bytes = 1;
};

DecodedCharacter firstCharacter(std::string_view text); // of a text that is not empty
bool isUtf8(std::string_view text); // all of it
// U+FFFD for each byte or beginning of a character that is no UTF-8, as Unicode recommends, and as Python and Rust do.
std::string replaceInvalidUtf8(std::string_view text);
std::size_t unfinishedUtf8(std::string_view text); // bytes at the end that begin a character and may still become one
std::u32string fromUtf8(std::string_view text);
void appendUtf8(std::string &text, char32_t character);
std::string toUtf8(std::u32string_view characters);

char32_t upperCase(char32_t character); // the character itself if it has none
char32_t lowerCase(char32_t character); // the same

bool isLetter(char32_t character); // categories L*
bool isNumber(char32_t character); // categories N*
bool isSpace(char32_t character); // property White_Space
bool isWordCharacter(char32_t character); // \w of regular expressions: letters, marks, digits, connectors

} // namespace motley
