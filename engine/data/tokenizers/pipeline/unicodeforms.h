// What the normalizers of the tokenizers library make of characters. It has Unicode 9 for normal forms and marks, and
// 17 for capitals.
#pragma once

#include <string>
#include <string_view>

namespace motley {

enum class UnicodeForm { Nfc, Nfd, Nfkc, Nfkd };

// All of valid UTF-8.
std::string inForm(UnicodeForm form, std::string_view text);
std::string withoutMarks(std::string_view text); // without combining characters
std::string inLowerCase(std::string_view text); // each character by itself

} // namespace motley
