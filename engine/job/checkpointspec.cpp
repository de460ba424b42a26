#include "engine/job/checkpointspec.h"

#include <algorithm>

namespace motley {

namespace {

constexpr std::int64_t usualSteps = 500;
constexpr std::int64_t fewestCheckpoints = 10; // of a run

} // namespace

std::int64_t checkpointInterval(const CheckpointSpec &checkpoint, std::int64_t totalSteps)
{
    const std::int64_t part = (totalSteps + fewestCheckpoints - 1) / fewestCheckpoints;
    return checkpoint.everySteps.value_or(std::clamp<std::int64_t>(part, 1, usualSteps));
}

} // namespace motley
