// Formats a table whose columns are as wide as their longest cells.
#pragma once

#include <string>
#include <vector>

namespace motley {

using TableLine = std::vector<std::string>;

std::string tableText(const std::vector<TableLine> &lines); // each line ends with a newline

} // namespace motley
