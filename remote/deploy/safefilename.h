// Names that come from elsewhere and become files.
#pragma once

#include <string>

namespace motley {

// Relative, normalised, without "..", control characters or a stamp's name: safe below any folder.
bool isPlainPath(const std::string &path);

} // namespace motley
