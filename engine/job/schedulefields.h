// For the .cpp files of this folder only, like jobfields.h: the fields of the learning rate schedule.
#pragma once

#include "engine/job/schedulespec.h"
#include "engine/json/jsonfields.h"

namespace motley {

template <>
struct EnumNames<ScheduleSpec::Kind> {
    static constexpr auto table
        = names<ScheduleSpec::Kind>({{ScheduleSpec::Kind::Constant, "constant"}, {ScheduleSpec::Kind::Step, "step"},
            {ScheduleSpec::Kind::Linear, "linear"}, {ScheduleSpec::Kind::Polynomial, "polynomial"},
            {ScheduleSpec::Kind::InverseSquareRoot, "inverse-square-root"}, {ScheduleSpec::Kind::Cosine, "cosine"},
            {ScheduleSpec::Kind::OneCycle, "one-cycle"}, {ScheduleSpec::Kind::Triangular, "triangular"}});
    static constexpr std::array<const char *, 8> words{translatable("JobField", "Constant"),
        translatable("JobField", "In steps"), translatable("JobField", "Linear"),
        translatable("JobField", "Polynomial"), translatable("JobField", "Inverse square root"),
        translatable("JobField", "Cosine"), translatable("JobField", "One cycle"),
        translatable("JobField", "Triangular")};
};

template <>
struct EnumNames<ScheduleSpec::Scaling> {
    static constexpr auto table = names<ScheduleSpec::Scaling>({{ScheduleSpec::Scaling::None, "none"},
        {ScheduleSpec::Scaling::Linear, "linear"}, {ScheduleSpec::Scaling::SquareRoot, "square-root"}});
    static constexpr std::array<const char *, 3> words{translatable("JobField", "Not at all"),
        translatable("JobField", "In proportion"), translatable("JobField", "With its square root")};
};

template <>
struct HasDefaults<ScheduleSpec> : std::true_type {
};

constexpr double highestPeak = 1000;
constexpr double mostSteps = 1e12;

template <typename Fields>
void describe(Fields &fields, ScheduleSpec &schedule)
{
    using Kind = ScheduleSpec::Kind;
    const auto isOneOf = [&schedule](auto... kinds) { return ((schedule.kind == kinds) || ...); };
    fields("kind", schedule.kind,
        {translatable("JobField", "Schedule"), translatable("JobField", "The shape after the warm-up.")});
    const bool cycles = isOneOf(Kind::Cosine, Kind::Triangular);
    const bool repeats = cycles && schedule.cycleSteps > 0;
    const bool ends = isOneOf(Kind::Linear, Kind::Polynomial, Kind::Cosine, Kind::OneCycle);
    fields("peak", schedule.peak,
        {translatable("JobField", "Peak"), translatable("JobField", "Learning rate after the warm-up."), 0,
            highestPeak});
    fields(
        "epochPeaks", schedule.epochPeaks, {.help = "In place of peak: one per epoch, the last for all that follow."});
    fields("scaling", schedule.scaling,
        {translatable("JobField", "Grows with the batch"),
            translatable("JobField", "How the peak follows the global batch.")});
    fields("baseBatch", schedule.baseBatch,
        {.label = translatable("JobField", "Found with a batch of"),
            .help = translatable("JobField", "The global batch that the peak is right for."),
            .least = 1,
            .most = 1 << 20,
            .used = schedule.scaling != ScheduleSpec::Scaling::None});
    fields("warmupSteps", schedule.warmupSteps,
        {.label = translatable("JobField", "Warm-up steps"),
            .help = translatable(
                "JobField", "Steps of linear growth to the peak; of one cycle: of its rise, 0: 30 % of the run."),
            .least = 0,
            .most = mostSteps,
            .used = !isOneOf(Kind::Triangular)});
    fields("stepFactor", schedule.stepFactor,
        {.label = translatable("JobField", "Factor"),
            .help = translatable("JobField", "What the rate is multiplied by at each drop."),
            .least = 0,
            .most = 1,
            .used = isOneOf(Kind::Step)});
    fields("stepEpochs", schedule.stepEpochs,
        {.label = translatable("JobField", "Epochs between drops"),
            .help = translatable("JobField", "How many epochs pass from one drop to the next."),
            .least = 1e-6,
            .most = 1e6,
            .used = isOneOf(Kind::Step)});
    fields("decaySteps", schedule.decaySteps,
        {.label = translatable("JobField", "Ends after step"),
            .help
            = translatable("JobField", "Steps until the rate is at its end, warm-up included; 0: those of the run."),
            .least = 0,
            .most = mostSteps,
            .used = ends && !repeats,
            .zero = translatable("JobField", "The whole run")});
    fields("power", schedule.power,
        {.label = translatable("JobField", "Exponent"),
            .help = translatable("JobField", "1 is a line, 2 falls steeply first."),
            .least = 0.01,
            .most = 100,
            .used = isOneOf(Kind::Polynomial)});
    fields("initialFraction", schedule.initialFraction,
        {.label = translatable("JobField", "Starts at"),
            .help = translatable("JobField", "As a fraction of the peak."),
            .least = 0,
            .most = 1,
            .used = isOneOf(Kind::OneCycle, Kind::Triangular)});
    fields("finalFraction", schedule.finalFraction,
        {.label = translatable("JobField", "Ends at"),
            .help = translatable("JobField", "As a fraction of the peak."),
            .least = 0,
            .most = 1,
            .used = ends});
    fields("cycleSteps", schedule.cycleSteps,
        {.label = translatable("JobField", "Steps of a cycle"),
            .help = translatable(
                "JobField", "Of a cosine: until it starts again; of a triangle: up and down. 0: once, over the run."),
            .least = 0,
            .most = mostSteps,
            .used = cycles,
            .zero = translatable("JobField", "The whole run")});
    fields("cycleGrowth", schedule.cycleGrowth,
        {.label = translatable("JobField", "Length of the next cycle"),
            .help = translatable("JobField", "In lengths of the one before."),
            .least = 1,
            .most = 16,
            .used = repeats && isOneOf(Kind::Cosine)});
    fields("cycleFactor", schedule.cycleFactor,
        {.label = translatable("JobField", "Height of the next cycle"),
            .help = translatable("JobField", "As a fraction of the one before."),
            .least = 0,
            .most = 1,
            .used = repeats});
    fields("lateByOne", schedule.lateByOne,
        {.help = "As HetSeq counts: every step has the rate of the one before; a warm-up begins at 0.",
            .inForm = false});
}

} // namespace motley
