#pragma once

#include <string_view>

namespace motley {

// '*' stands for any characters, '?' for one, as in the patterns of ssh; letters match in the same case only.
bool matchesWildcard(std::string_view pattern, std::string_view text);

} // namespace motley
