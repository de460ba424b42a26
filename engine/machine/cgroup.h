// Limits that the control groups around this process set, of version 1 and 2.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace motley {

// The folders of a process's group for a version 1 controller ("cpu", "memory"), or of its version 2 group, from the
// innermost to the root.
std::vector<std::string> controlGroupFolders(const std::string &controller, const std::string &process = "self");

std::optional<double> processorQuota(); // processors' worth of time; nullopt: no limit

} // namespace motley
