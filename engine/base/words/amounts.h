// Amounts in sentences.
#pragma once

#include <cstdint>
#include <string>

namespace motley {

std::string gibibytes(std::int64_t bytes); // "7.5 GiB"

} // namespace motley
