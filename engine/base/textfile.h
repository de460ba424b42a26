// Files read and written whole.
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <string>

namespace motley {

// The file's bytes unchanged. Errors name the file; one with more than `longest` bytes is an Error.
Result<std::string> readTextFile(const std::string &path, std::size_t longest = 16 << 20);

// Readers see the old content or the new, never a part. Readable by the owner alone.
Result<void> writeTextFile(const std::string &path, const std::string &text);

// First line without its newline; empty if the file cannot be read. For /proc and /sys.
std::string firstLineOf(const std::string &path);

} // namespace motley
