// The network interfaces of this machine with their addresses and speeds.
#pragma once

#include "engine/protocol/probereport.h"

#include <vector>

namespace motley {

std::vector<InterfaceReport> networkInterfaces();

// The name of the interface that holds this address (without prefix length); empty: none does.
std::string interfaceHolding(const std::string &address, const std::vector<InterfaceReport> &interfaces);

} // namespace motley
