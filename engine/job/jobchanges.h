// Describes how two jobs differ.
#pragma once

#include "engine/job/jobspec.h"

#include <string>
#include <vector>

namespace motley {

// One text for each changed field, such as "batch is 32 (was 24)". Ignores the job's name, the paths of its data and
// continueFrom.
std::vector<std::string> changesBetween(const JobSpec &before, const JobSpec &now);

struct DifferentSetting {
    std::string field; // its path in the job file
    std::vector<std::string> values; // of each job, as in the job file; empty: it has no such field
};

// The settings that are not the same in all of the jobs, but for their names, in the order of the job file.
std::vector<DifferentSetting> differentSettings(const std::vector<JobSpec> &jobs);

} // namespace motley
