#pragma once

#include <string>
#include <string_view>

namespace motley {

// Words that other machines sent, fit for a terminal: without control characters but newline and tab, which could move
// the cursor or change the window, without marks that turn the direction of text, and valid UTF-8.
std::string plainText(std::string_view words);

} // namespace motley
