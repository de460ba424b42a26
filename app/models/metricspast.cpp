// The steps and tests of the runs that a run goes on from, as the beginning of its curves. Speeds, times and shares
// are of the run itself.
#include "app/models/metricseries.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace motley {

// In a run that has no step of its own yet, nothing of this is shown: it is not known where the run begins.
void MetricSeries::setPast(std::vector<Event> past)
{
    m_past = std::move(past);
}

void MetricSeries::takePast(double first)
{
    m_comparableSince = std::max(m_comparableSince, static_cast<std::int64_t>(first));
    SpeedHistory speed;
    for (const Event &event : std::exchange(m_past, {})) {
        if (const auto *started = std::get_if<RunStarted>(&event.body))
            forgetFrom(static_cast<double>(started->firstStep));
        const auto *evaluation = std::get_if<Evaluation>(&event.body);
        if (evaluation && static_cast<double>(evaluation->step) < first)
            add(*evaluation);
        const auto *examples = std::get_if<TestExamples>(&event.body);
        if (examples && static_cast<double>(examples->step) < first)
            add(*examples);
        const auto *step = std::get_if<StepDone>(&event.body);
        const auto number = step ? static_cast<double>(step->step) : first;
        if (number >= first)
            continue;
        if (!m_steps.empty() && number <= m_steps.back())
            forgetFrom(number);
        speed.forgetFrom(m_steps.size());
        speed.add(unitsOf(*step, unit()), step->seconds);
        addPastStep(*step, event.time, speed.samplesPerSecond().value_or(0));
    }
}

void MetricSeries::addPastStep(const StepDone &step, double time, double samplesPerSecond)
{
    m_steps.push_back(static_cast<double>(step.step));
    m_loss.push_back(step.loss);
    m_learningRate.push_back(step.learningRate);
    m_gradientNorm.push_back(step.gradientNorm);
    m_samplesPerSecond.push_back(samplesPerSecond);
    m_stepSeconds.push_back(step.seconds);
    m_stepTimes.push_back(time);
    m_samplesSeen.push_back(seenAfter(step));
    m_epoch = step.epoch;
    m_pastSteps = m_steps.size();
    for (MachineSeries &machine : m_machines) {
        machine.speed.add(0, 0);
        machine.ownSpeed.add(0, 0);
        machine.samplesPerSecond.push_back(std::nan(""));
        machine.ownSamplesPerSecond.push_back(std::nan(""));
        machine.split.add({}, step.seconds);
    }
}

} // namespace motley
