// Dots on stderr that keep a session's silence limit away from a script which prints nothing for long.
#pragma once

#include <string_view>

namespace motley {

// Defines startTicker SECONDS for a script: it prints a dot each time, until the script ends.
std::string_view tickerScript();

} // namespace motley
