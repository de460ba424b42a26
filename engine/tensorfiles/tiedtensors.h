// Model files store some tensors twice: where two layers share (tie) one tensor, our models have it once.
#pragma once

#include "engine/tensorfiles/namedtensors.h"

#include <string_view>

namespace motley {

// Removes the copy, or gives it the original's name where only the copy was stored. A copy that differs is an Error.
Result<void> dropCopy(NamedTensors &tensors, std::string_view copyName, std::string_view originalName);

} // namespace motley
