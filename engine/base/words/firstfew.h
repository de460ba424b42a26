// Lists of names in sentences, which stay short however many names a file holds.
#pragma once

#include <span>
#include <string>

namespace motley {

// "a, b, c and 97 more": the first `most` names, each cut after 160 bytes.
std::string firstFew(std::span<const std::string> names, std::size_t most);

} // namespace motley
