#include "engine/optim/learningrate.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr double pi = 3.14159265358979323846;

double cosine(const ScheduleSpec &schedule, std::int64_t step, std::int64_t totalSteps)
{
    const std::int64_t span = std::max<std::int64_t>(totalSteps - schedule.warmupSteps, 1);
    const double progress = std::clamp(double(step - schedule.warmupSteps) / double(span), 0.0, 1.0);
    const double falling = (1 + std::cos(pi * progress)) / 2; // 1 at the peak, 0 at the last step
    return schedule.peak * (schedule.finalFraction + (1 - schedule.finalFraction) * falling);
}

double stairs(const ScheduleSpec &schedule, std::int64_t step, std::int64_t stepsPerEpoch)
{
    const double epochsDone = double(step - 1) / double(stepsPerEpoch);
    return schedule.peak * std::pow(schedule.stepFactor, std::floor(epochsDone / schedule.stepEpochs));
}

} // namespace

double LearningRate::at(std::int64_t step) const
{
    if (step < schedule.warmupSteps)
        return schedule.peak * double(step) / double(schedule.warmupSteps);
    switch (schedule.kind) {
    case ScheduleSpec::Kind::Constant:
        break;
    case ScheduleSpec::Kind::Step:
        return stairs(schedule, step, stepsPerEpoch);
    case ScheduleSpec::Kind::Cosine:
        return cosine(schedule, step, totalSteps);
    }
    return schedule.peak;
}

} // namespace motley
