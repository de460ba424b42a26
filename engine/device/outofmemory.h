// How a device says that it has no more memory.
#pragma once

#include <exception>

namespace motley {

bool isOutOfMemory(const std::exception &failure);

} // namespace motley
