// Which kernels the steps of a job spend a GPU's time on.
#pragma once

#include "engine/job/jobspec.h"

#include <c10/core/Device.h>

#include <string>
#include <vector>

namespace motley {

struct KernelTime {
    std::string name;
    int launches = 0;
    double seconds = 0; // in all
};

struct KernelProfile {
    std::vector<KernelTime> kernels; // the longest first
    double busySeconds = 0; // in which at least one kernel ran
    double seconds = 0; // of all the steps
};

// Takes some steps of the job, and then as many that torch's profiler watches.
Result<KernelProfile> profileKernels(const JobSpec &job, c10::Device device, int steps);

} // namespace motley
