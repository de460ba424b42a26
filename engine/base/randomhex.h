// Random numbers of the system, for names and secrets.
#pragma once

#include <cstddef>
#include <string>

namespace motley {

// Two hexadecimal digits a byte, for at most 256 bytes; empty if the system gives none.
std::string randomHex(std::size_t bytes);

} // namespace motley
