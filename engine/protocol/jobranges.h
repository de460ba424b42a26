// For the .cpp files of this folder only: what each number of a job may be. Checks and schema read the same table.
#pragma once

#include "engine/protocol/jobspec.h"

#include <vector>

namespace motley {

struct FieldRange {
    const char *field; // by its path
    double value; // in the job that was asked about
    double least;
    double most;
};

std::vector<FieldRange> fieldRanges(const JobSpec &job);
std::vector<FieldRange> optimizerRanges(const OptimizerSpec &optimizer);
std::vector<FieldRange> scheduleRanges(const ScheduleSpec &schedule);

} // namespace motley
