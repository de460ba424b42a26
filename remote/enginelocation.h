// Where this computer's own copy of the engine is.
#pragma once

#include "engine/protocol/result.h"

#include <string>

namespace motley {

// MOTLEY_ENGINE if set, else beside the running program, else in the build tree's engine folder.
Result<std::string> findEngine();

} // namespace motley
