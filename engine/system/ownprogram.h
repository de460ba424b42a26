#pragma once

#include <string>

namespace motley {

std::string ownProgram(); // where this process's program lies

} // namespace motley
