// In what two jobs differ, in words.
#pragma once

#include "engine/job/jobspec.h"

#include <string>
#include <vector>

namespace motley {

// "batch is 32 (was 24)", by the fields' paths. Not the name, nor where data and the run's beginning come from.
std::vector<std::string> changesBetween(const JobSpec &before, const JobSpec &now);

} // namespace motley
