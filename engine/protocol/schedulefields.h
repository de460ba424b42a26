// For the .cpp files of this folder only, as jobfields.h.
#pragma once

#include "engine/protocol/jsonfields.h"
#include "engine/protocol/schedulespec.h"

namespace motley {

template <>
struct EnumNames<ScheduleSpec::Kind> {
    static constexpr std::array<std::pair<ScheduleSpec::Kind, const char *>, 8> table{
        {{ScheduleSpec::Kind::Constant, "constant"}, {ScheduleSpec::Kind::Step, "step"},
            {ScheduleSpec::Kind::Linear, "linear"}, {ScheduleSpec::Kind::Polynomial, "polynomial"},
            {ScheduleSpec::Kind::InverseSquareRoot, "inverse-square-root"}, {ScheduleSpec::Kind::Cosine, "cosine"},
            {ScheduleSpec::Kind::OneCycle, "one-cycle"}, {ScheduleSpec::Kind::Triangular, "triangular"}}};
};

template <>
struct EnumNames<ScheduleSpec::Scaling> {
    static constexpr std::array<std::pair<ScheduleSpec::Scaling, const char *>, 3> table{
        {{ScheduleSpec::Scaling::None, "none"}, {ScheduleSpec::Scaling::Linear, "linear"},
            {ScheduleSpec::Scaling::SquareRoot, "square-root"}}};
};

template <>
struct HasDefaults<ScheduleSpec> : std::true_type {
};

template <typename Fields>
void describe(Fields &fields, ScheduleSpec &schedule)
{
    fields("kind", schedule.kind);
    fields("peak", schedule.peak);
    fields("epochPeaks", schedule.epochPeaks);
    fields("scaling", schedule.scaling);
    fields("baseBatch", schedule.baseBatch);
    fields("warmupSteps", schedule.warmupSteps);
    fields("stepFactor", schedule.stepFactor);
    fields("stepEpochs", schedule.stepEpochs);
    fields("decaySteps", schedule.decaySteps);
    fields("power", schedule.power);
    fields("initialFraction", schedule.initialFraction);
    fields("finalFraction", schedule.finalFraction);
    fields("cycleSteps", schedule.cycleSteps);
    fields("cycleGrowth", schedule.cycleGrowth);
    fields("cycleFactor", schedule.cycleFactor);
    fields("lateByOne", schedule.lateByOne);
}

} // namespace motley
