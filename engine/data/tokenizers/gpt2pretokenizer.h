// GPT-2's pre-tokenization: splits text into English contractions and runs of letters, of numbers and of anything else,
// each with a preceding space if there is one, and runs of spaces. Implements its regular expression
// 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+ by hand.
#pragma once

#include <string_view>

namespace motley {

std::string_view firstGptWord(std::string_view text); // the first word of a text that is not empty

} // namespace motley
