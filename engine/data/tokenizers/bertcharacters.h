// The character classes of BERT's tokenizers, which are those of Unicode 8 (utf8proc has a later version).
#pragma once

namespace motley {

bool isBertControl(char32_t character); // dropped
bool isBertPunctuation(char32_t character); // a word of its own
bool isBertAccent(char32_t character); // dropped when lowercasing
bool isBertChinese(char32_t character); // a word of its own

} // namespace motley
