// Checks names that come from another machine and become files here.
#pragma once

#include <string>

namespace motley {

// Relative, normalised, without "..", control characters or ".verified", the stamp of a deployed tree: safe below any
// folder.
bool isPlainPath(const std::string &path);

} // namespace motley
