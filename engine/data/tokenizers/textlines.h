// Reads the lines of text files.
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

// The lines without their ends (
//  or \r
// ) and without a byte order mark. Errors name the file: not UTF-8, or more than mostBytes bytes.
Result<std::vector<std::string>> readLines(const std::string &path, std::size_t mostBytes);

bool isBlank(std::string_view line); // nothing but spaces and tabs

} // namespace motley
