// Names of classes and labels as text.
#pragma once

#include <string>
#include <string_view>

namespace motley {

// The name without white space around it and in Unicode's normal form NFC, so that names which are read the same are
// equal: macOS and Linux store the same accented name as different bytes. What is not UTF-8 stays as it is.
std::string labelName(std::string_view name);

} // namespace motley
