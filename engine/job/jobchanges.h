// Describes how two jobs differ.
#pragma once

#include "engine/job/jobspec.h"

#include <string>
#include <vector>

namespace motley {

// One text for each changed field, such as "batch is 32 (was 24)". Ignores the job's name, the paths of its data and
// continueFrom.
std::vector<std::string> changesBetween(const JobSpec &before, const JobSpec &now);

} // namespace motley
