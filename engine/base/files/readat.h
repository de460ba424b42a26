// A piece of an open file, which the system may give in several.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace motley {

// How many bytes were read: fewer where the file ends before, or cannot be read.
std::size_t readAt(int file, std::int64_t offset, char *bytes, std::size_t size);
std::string readAt(int file, std::int64_t offset, std::size_t most);

} // namespace motley
