// XXH64 by Yann Collet: tells other bytes from these as fast as memory gives them. Whoever may choose the bytes can
// make two that have one hash.
#pragma once

#include <cstdint>
#include <string_view>

namespace motley {

std::uint64_t xxHash64(std::string_view bytes);

} // namespace motley
