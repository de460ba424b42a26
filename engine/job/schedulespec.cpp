#include "engine/job/schedulespec.h"

#include "engine/job/schedulefields.h"

namespace motley {

std::optional<FieldProblem> findProblem(const ScheduleSpec &schedule)
{
    for (std::size_t i = 0; i < schedule.epochPeaks.size(); ++i) {
        const double peak = schedule.epochPeaks[i];
        if (!(peak >= 0 && peak <= highestPeak))
            return FieldProblem{"schedule.epochPeaks[" + std::to_string(i) + "]", FieldProblem::Kind::OutOfRange,
                {.least = 0, .most = highestPeak}, peak};
    }
    if (schedule.decaySteps > 0 && schedule.decaySteps <= schedule.warmupSteps)
        return FieldProblem{"schedule.decaySteps", FieldProblem::Kind::DecayWithinWarmUp};
    return std::nullopt;
}

} // namespace motley
