// Classes of characters as BERT's tokenizers know them: those of Unicode 8, though utf8proc knows later ones.
#pragma once

namespace motley {

bool isBertControl(char32_t character); // dropped
bool isBertPunctuation(char32_t character); // a word of its own
bool isBertAccent(char32_t character); // dropped with the case
bool isBertChinese(char32_t character); // a word of its own

} // namespace motley
