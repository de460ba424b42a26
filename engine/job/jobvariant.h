// A job with one of its fields set by name, as a sweep over settings does.
#pragma once

#include "engine/job/jobspec.h"

#include <string>

namespace motley {

struct JobSetting {
    std::string field; // its path in the job file: "batch", "schedule.peak"
    std::string value; // as in the job file: 64, 0.01, true, "cosine"; a word needs no quotes

    bool operator==(const JobSetting &) const = default;
};

// The job with the setting applied. Errors: those of parseJob() for a job file with this setting.
Result<JobSpec> withSetting(const JobSpec &job, const JobSetting &setting);

} // namespace motley
