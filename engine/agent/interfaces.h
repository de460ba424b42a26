// The network interfaces of this machine with their addresses and speeds.
#pragma once

#include "engine/protocol/probereport.h"

#include <vector>

namespace motley {

std::vector<InterfaceReport> networkInterfaces();

} // namespace motley
