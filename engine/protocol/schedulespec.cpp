#include "engine/protocol/schedulespec.h"

#include "engine/protocol/jobranges.h"

namespace motley {

namespace {

constexpr double highestPeak = 1000;

} // namespace

Result<void> validate(const ScheduleSpec &schedule)
{
    for (std::size_t i = 0; i < schedule.epochPeaks.size(); ++i)
        if (!(schedule.epochPeaks[i] >= 0 && schedule.epochPeaks[i] <= highestPeak))
            return fail("The field schedule.epochPeaks[" + std::to_string(i) + "] must be between 0 and 1000.");
    if (schedule.decaySteps > 0 && schedule.decaySteps <= schedule.warmupSteps)
        return fail("The field schedule.decaySteps counts the warm-up too: it must be above schedule.warmupSteps, "
                    "or 0 for the whole run.");
    return {};
}

std::vector<FieldRange> scheduleRanges(const ScheduleSpec &schedule)
{
    return {
        {"schedule.peak", schedule.peak, 0, highestPeak},
        {"schedule.baseBatch", double(schedule.baseBatch), 1, 1 << 20},
        {"schedule.warmupSteps", double(schedule.warmupSteps), 0, 1e12},
        {"schedule.stepFactor", schedule.stepFactor, 0, 1},
        {"schedule.stepEpochs", schedule.stepEpochs, 1e-6, 1e6},
        {"schedule.decaySteps", double(schedule.decaySteps), 0, 1e12},
        {"schedule.power", schedule.power, 0.01, 100},
        {"schedule.initialFraction", schedule.initialFraction, 0, 1},
        {"schedule.finalFraction", schedule.finalFraction, 0, 1},
        {"schedule.cycleSteps", double(schedule.cycleSteps), 0, 1e12},
        {"schedule.cycleGrowth", double(schedule.cycleGrowth), 1, 16},
        {"schedule.cycleFactor", schedule.cycleFactor, 0, 1},
    };
}

} // namespace motley
