#include "engine/optim/learningrateschedule.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double usualRise = 0.3; // of a one-cycle schedule, as a fraction of the run

// The learning rate as a fraction of the peak, after n steps of `total`.
using Shape = double (*)(const ScheduleSpec &schedule, std::int64_t n, std::int64_t total);

double between(double from, double to, double progress)
{
    return from + (to - from) * progress;
}

double halfCosine(double progress) // from 1 to 0
{
    return (1 + std::cos(pi * progress)) / 2;
}

double decayProgress(const ScheduleSpec &schedule, std::int64_t n, std::int64_t total)
{
    const std::int64_t span = std::max<std::int64_t>(total - schedule.warmupSteps, 1);
    return std::clamp(double(n - schedule.warmupSteps) / double(span), 0.0, 1.0);
}

double line(const ScheduleSpec &schedule, std::int64_t n, std::int64_t total)
{
    return between(schedule.finalFraction, 1, 1 - decayProgress(schedule, n, total));
}

double polynomial(const ScheduleSpec &schedule, std::int64_t n, std::int64_t total)
{
    return between(schedule.finalFraction, 1, std::pow(1 - decayProgress(schedule, n, total), schedule.power));
}

// Vaswani et al. 2017, with its peak where the warm-up ends.
double inverseSquareRoot(const ScheduleSpec &schedule, std::int64_t n, std::int64_t)
{
    const double warmup = double(std::max<std::int64_t>(schedule.warmupSteps, 1));
    return std::sqrt(warmup / std::max(double(n), warmup));
}

// Loshchilov and Hutter 2017; the first cycle begins, at the peak, with the step that ends the warm-up.
double restartingCosine(const ScheduleSpec &schedule, std::int64_t n)
{
    std::int64_t since = std::max<std::int64_t>(n - std::max<std::int64_t>(schedule.warmupSteps, 1), 0);
    std::int64_t length = schedule.cycleSteps;
    std::int64_t cycle = 0;
    if (schedule.cycleGrowth == 1) {
        cycle = since / length;
        since %= length;
    }
    for (; since >= length; length *= schedule.cycleGrowth, ++cycle)
        since -= length;
    const double height = std::pow(schedule.cycleFactor, double(cycle));
    return schedule.finalFraction + (1 - schedule.finalFraction) * height * halfCosine(double(since) / double(length));
}

double cosine(const ScheduleSpec &schedule, std::int64_t n, std::int64_t total)
{
    if (schedule.cycleSteps > 0)
        return restartingCosine(schedule, n);
    return between(schedule.finalFraction, 1, halfCosine(decayProgress(schedule, n, total)));
}

// Smith and Topin 2018: up and down along half cosines, the peak at the step that ends the rise.
double oneCycle(const ScheduleSpec &schedule, std::int64_t n, std::int64_t total)
{
    const double since = double(std::max<std::int64_t>(n - 1, 0));
    const double rise = (schedule.warmupSteps > 0 ? double(schedule.warmupSteps) : usualRise * double(total)) - 1;
    if (since < rise)
        return between(1, schedule.initialFraction, halfCosine(since / rise));
    const double fall = std::max(double(total - 1) - rise, 1.0);
    return between(schedule.finalFraction, 1, halfCosine(std::min((since - rise) / fall, 1.0)));
}

// Cyclical learning rate, triangular policy (Smith 2017).
double triangular(const ScheduleSpec &schedule, std::int64_t n, std::int64_t total)
{
    const std::int64_t length = std::max<std::int64_t>(schedule.cycleSteps > 0 ? schedule.cycleSteps : total, 1);
    const std::int64_t since = std::max<std::int64_t>(n - 1, 0);
    const double position = double(since % length) / double(length);
    const double height = std::pow(schedule.cycleFactor, double(since / length));
    return schedule.initialFraction + (1 - schedule.initialFraction) * height * (1 - std::abs(2 * position - 1));
}

double constant(const ScheduleSpec &, std::int64_t, std::int64_t)
{
    return 1;
}

Shape shapeOf(ScheduleSpec::Kind kind)
{
    switch (kind) {
    case ScheduleSpec::Kind::Linear:
        return line;
    case ScheduleSpec::Kind::Polynomial:
        return polynomial;
    case ScheduleSpec::Kind::InverseSquareRoot:
        return inverseSquareRoot;
    case ScheduleSpec::Kind::Cosine:
        return cosine;
    case ScheduleSpec::Kind::OneCycle:
        return oneCycle;
    case ScheduleSpec::Kind::Triangular:
        return triangular;
    case ScheduleSpec::Kind::Constant:
    case ScheduleSpec::Kind::Step:
        break;
    }
    return constant;
}

bool risesByItself(ScheduleSpec::Kind kind)
{
    return kind == ScheduleSpec::Kind::OneCycle || kind == ScheduleSpec::Kind::Triangular;
}

double scaleOf(const ScheduleSpec &schedule, std::int64_t batch)
{
    const double times = double(batch) / double(schedule.baseBatch);
    switch (schedule.scaling) {
    case ScheduleSpec::Scaling::None:
        break;
    case ScheduleSpec::Scaling::Linear:
        return times;
    case ScheduleSpec::Scaling::SquareRoot:
        return std::sqrt(times);
    }
    return 1;
}

} // namespace

double LearningRateSchedule::at(std::int64_t step) const
{
    const std::int64_t n = schedule.lateByOne ? step - 1 : step;
    const std::int64_t epoch = positionOf(step, stepsPerEpoch).epoch;
    const auto &peaks = schedule.epochPeaks;
    const double base = peaks.empty() ? schedule.peak : peaks[std::min(std::size_t(epoch), peaks.size()) - 1];
    const double scale = scaleOf(schedule, batch.in(epoch));
    const double peak = base * scale;
    if (n < schedule.warmupSteps && !risesByItself(schedule.kind)) {
        // A peak that was scaled up for a large batch is approached from the unscaled one, which is safe.
        const double from = scale > 1 ? base : 0;
        return from + (peak - from) * double(n) / double(schedule.warmupSteps);
    }
    if (schedule.kind == ScheduleSpec::Kind::Step) {
        const StepPosition position = positionOf(std::max<std::int64_t>(n, 1), stepsPerEpoch);
        const double epochs
            = double(position.epoch - 1) + double(position.within) / double(stepsPerEpoch.in(position.epoch));
        return peak * std::pow(schedule.stepFactor, std::floor(epochs / schedule.stepEpochs));
    }
    return peak * shapeOf(schedule.kind)(schedule, n, schedule.decaySteps > 0 ? schedule.decaySteps : totalSteps);
}

} // namespace motley
