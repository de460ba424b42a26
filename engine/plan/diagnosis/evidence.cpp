#include "engine/plan/diagnosis/evidence.h"

namespace motley {

namespace {

constexpr std::size_t mostSamples = 60; // two minutes
constexpr std::size_t mostMachines = 4096;

} // namespace

void Evidence::add(std::int64_t step, const Telemetry &sample)
{
    if (m_samples.size() == mostMachines && m_samples.find(sample.machine) == m_samples.end())
        return;
    auto &samples = m_samples[sample.machine];
    if (samples.size() == mostSamples)
        samples.pop_front();
    samples.push_back({step, sample});
}

std::optional<SlowdownCause> Evidence::of(
    int machine, Slowdown::Part part, const std::string &gpu, std::int64_t sinceStep) const
{
    const auto found = m_samples.find(machine);
    if (found == m_samples.end() || found->second.back().step < sinceStep)
        return std::nullopt;
    std::vector<Telemetry> before;
    for (const Sample &sample : found->second)
        if (sample.step < sinceStep && sample.step > 0) // before its first step a run does other things
            before.push_back(sample.telemetry);
    if (sinceStep > 0 && before.empty())
        return std::nullopt; // what it shows may have been there all the time
    return causeOfSlowdown(part, gpu, before, found->second.back().telemetry);
}

std::vector<int> Evidence::machines() const
{
    std::vector<int> machines;
    for (const auto &[machine, samples] : m_samples)
        machines.push_back(machine);
    return machines;
}

} // namespace motley
