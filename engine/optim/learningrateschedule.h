// The learning rate of every step, a function of the job and of how far the run is.
#pragma once

#include "engine/job/perepoch.h"
#include "engine/job/schedulespec.h"

#include <cstdint>

namespace motley {

struct LearningRateSchedule {
    ScheduleSpec schedule;
    PerEpoch stepsPerEpoch = 1;
    std::int64_t totalSteps = 1;
    PerEpoch batch = 1; // global, in samples: the peak may be scaled by it

    double at(std::int64_t step) const; // step counts from 1
};

} // namespace motley
