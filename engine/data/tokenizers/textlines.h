// Reads text files, whole or line by line.
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

// The whole text, without a byte order mark. Errors name the file: not UTF-8, or more than mostBytes bytes.
Result<std::string> readText(const std::string &path, std::size_t mostBytes);

// The lines without their ends (\n or \r\n) and without a byte order mark. Errors as readText(), with the line, and
// lines that end with \r.
Result<std::vector<std::string>> readLines(const std::string &path, std::size_t mostBytes);

// What to say of a text that is not UTF-8, with its name in front: " is not UTF-8; ..."; empty: it is.
std::string encodingProblem(std::string_view text);

bool isBlank(std::string_view line); // nothing but spaces and tabs

} // namespace motley
