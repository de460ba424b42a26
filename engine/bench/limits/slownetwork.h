// A network of this process's own in which all that its children say to each other goes over one link of limited speed,
// to emulate machines that are connected by it.
#pragma once

#include "engine/base/result.h"

#include <string>

namespace motley {

// `rate`: as tc takes it, such as 1gbit. All machines share the link, where a switch gives each of them its own, so
// that what is measured here is no better than there. Needs root and tc (iproute2), and that this process has no other
// threads; nothing outside can be reached afterwards. Errors: what is missing.
Result<void> enterSlowNetwork(const std::string &rate);

} // namespace motley
