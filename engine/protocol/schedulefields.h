// For the .cpp files of this folder only, as jobfields.h.
#pragma once

#include "engine/protocol/jsonfields.h"
#include "engine/protocol/schedulespec.h"

namespace motley {

template <>
struct EnumNames<ScheduleSpec::Kind> {
    static constexpr std::array<std::pair<ScheduleSpec::Kind, const char *>, 3> table{
        {{ScheduleSpec::Kind::Constant, "constant"}, {ScheduleSpec::Kind::Step, "step"},
            {ScheduleSpec::Kind::Cosine, "cosine"}}};
};

template <>
struct HasDefaults<ScheduleSpec> : std::true_type {
};

template <typename Fields>
void describe(Fields &fields, ScheduleSpec &schedule)
{
    fields("kind", schedule.kind);
    fields("peak", schedule.peak);
    fields("warmupSteps", schedule.warmupSteps);
    fields("stepFactor", schedule.stepFactor);
    fields("stepEpochs", schedule.stepEpochs);
    fields("finalFraction", schedule.finalFraction);
}

} // namespace motley
