// The learning rate of every step: linear warm-up to the peak, then constant, in stairs, or along a cosine.
#pragma once

#include "engine/protocol/jobspec.h"

#include <cstdint>

namespace motley {

struct LearningRate {
    ScheduleSpec schedule;
    std::int64_t stepsPerEpoch = 1;
    std::int64_t totalSteps = 1;

    double at(std::int64_t step) const; // step counts from 1
};

} // namespace motley
