// Whole text files, bounded.
#pragma once

#include "engine/protocol/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace motley {

Result<std::string> readText(const std::string &path, std::int64_t mostBytes); // errors name the file

// Without their ends, \n or \r\n.
Result<std::vector<std::string>> readLines(const std::string &path, std::int64_t mostBytes);

} // namespace motley
