// Makes one change to the list of machines.
#pragma once

#include "engine/base/result.h"
#include "remote/fleet/fleet.h"

#include <functional>

namespace motley {

// Returns the exit code, and prints an error of reading the list or of the change.
int changeFleet(const std::function<Result<void>(Fleet &)> &change);

} // namespace motley
