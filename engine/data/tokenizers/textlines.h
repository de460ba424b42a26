// The lines of whole text files.
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

// Without their ends, \n or \r\n, and without the mark U+FEFF at the start. Refuses what is not UTF-8 and files of more
// bytes; errors name the file.
Result<std::vector<std::string>> readLines(const std::string &path, std::size_t mostBytes);

bool isBlank(std::string_view line); // nothing but spaces and tabs

} // namespace motley
