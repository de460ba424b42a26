// How GPT-2 cuts text before its byte pairs are merged: English contractions, runs of letters, of numbers, of anything
// else, each with a space in front if there is one, and runs of spaces. By hand what its regular expression
// 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+ says.
#pragma once

#include <string_view>

namespace motley {

std::string_view firstGptWord(std::string_view text); // the first word of a text that is not empty

} // namespace motley
