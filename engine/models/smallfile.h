// Configuration files: text that is read whole.
#pragma once

#include "engine/protocol/result.h"

#include <string>

namespace motley {

Result<std::string> readSmallFile(const std::string &path); // at most 1 MiB; errors name the file

} // namespace motley
