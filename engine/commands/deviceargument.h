// --device as the commands take it: "cpu", "cuda" (the first GPU), or "cuda:GPU-..." by UUID.
#pragma once

#include "engine/base/result.h"
#include "engine/protocol/device.h"

#include <string>
#include <vector>

namespace motley {

// The first `count` devices of this kind. Errors say how many there are.
Result<std::vector<Device>> findDevices(const std::string &text, int count);

} // namespace motley
