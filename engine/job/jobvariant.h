// A job with one of its fields set by name, as a sweep over settings does.
#pragma once

#include "engine/job/jobspec.h"

#include <string>

namespace motley {

struct JobSetting {
    std::string field; // its path in the job file: "batch", "schedule.peak"
    std::string value; // as the job file has it: 64, 0.01, true, "cosine"; a word needs no quotes

    bool operator==(const JobSetting &) const = default;
};

// Errors are those of a job file with that setting in it.
Result<JobSpec> withSetting(const JobSpec &job, const JobSetting &setting);

} // namespace motley
