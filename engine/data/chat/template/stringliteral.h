#pragma once

#include <string>
#include <string_view>

namespace motley::jinja {

// What a string of a template says, without its quotes. A Problem: an escape that is not supported.
std::string unescaped(std::string_view literal, int line);

} // namespace motley::jinja
