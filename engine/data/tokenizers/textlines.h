// Whole text files; reading is bounded.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

Result<std::string> readText(const std::string &path, std::int64_t mostBytes); // errors name the file

// Without their ends, \n or \r\n, and without the mark U+FEFF at the start. Refuses what is not UTF-8.
Result<std::vector<std::string>> readLines(const std::string &path, std::int64_t mostBytes);

// In place of what is there, or not at all.
Result<void> writeText(const std::string &path, std::string_view text);

} // namespace motley
