// Parses --device: "cpu", "cuda" (the first GPU), or "cuda:GPU-..." by UUID.
#pragma once

#include "engine/base/result.h"
#include "engine/protocol/device.h"

#include <string>
#include <vector>

namespace motley {

// The first `count` devices that `text` names. Errors say how many there are.
Result<std::vector<Device>> findDevices(const std::string &text, int count);

} // namespace motley
