// Where this computer's own copy of the engine is.
#pragma once

#include "engine/base/result.h"

#include <string>

namespace motley {

// MOTLEY_ENGINE if set, else beside the running program.
Result<std::string> findEngine();

} // namespace motley
