// The beginning of a text file, which may be long.
#pragma once

#include "engine/base/result.h"

#include <string>
#include <vector>

namespace motley {

// Up to `most` bytes, to the end of a character, without a byte order mark. Errors name the file: not UTF-8.
Result<std::string> readBeginning(const std::string &path, std::size_t most);

// Of those the first `count` lines without their ends. The last one of a long text may lack its end.
Result<std::vector<std::string>> readFirstLines(const std::string &path, std::size_t count);

} // namespace motley
