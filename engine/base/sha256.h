#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace motley {

std::string sha256Of(std::string_view bytes); // 64 hex digits
Result<std::string> sha256OfFile(const std::string &path); // errors name the file

} // namespace motley
