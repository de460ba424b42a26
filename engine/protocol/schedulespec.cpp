#include "engine/protocol/schedulespec.h"

#include "engine/protocol/schedulefields.h"

namespace motley {

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

} // namespace motley
