// Words that came from another machine, made fit to be shown: valid UTF-8 without control characters (but newline and
// tab) and without marks that turn the direction of text.
#pragma once

#include <string>
#include <string_view>

namespace motley {

std::string cleaned(std::string_view bytes);

} // namespace motley
