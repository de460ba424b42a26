// Columns as wide as they must be.
#pragma once

#include <string>
#include <vector>

namespace motley {

using TableLine = std::vector<std::string>;

std::string tableText(const std::vector<TableLine> &lines); // each ends with a newline

} // namespace motley
