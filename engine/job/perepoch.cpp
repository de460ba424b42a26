#include "engine/job/perepoch.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace motley {

PerEpoch::PerEpoch(std::vector<std::int64_t> first) : m_counts(std::move(first)) { }

std::int64_t PerEpoch::in(std::int64_t epoch) const
{
    return m_counts[std::min(std::size_t(epoch), m_counts.size()) - 1];
}

std::int64_t PerEpoch::sumOf(std::int64_t epochs) const
{
    const std::int64_t listed = std::min(epochs, std::int64_t(m_counts.size()));
    return std::accumulate(m_counts.begin(), m_counts.begin() + listed, (epochs - listed) * later());
}

StepPosition positionOf(std::int64_t step, const PerEpoch &stepsPerEpoch)
{
    std::int64_t epochsDone = 0;
    std::int64_t within = step - 1;
    for (const std::int64_t steps : stepsPerEpoch.first()) {
        if (within < steps)
            break;
        within -= steps;
        ++epochsDone;
    }
    epochsDone += within / stepsPerEpoch.in(epochsDone + 1);
    within %= stepsPerEpoch.in(epochsDone + 1);
    return {step, epochsDone + 1, within, within + 1 == stepsPerEpoch.in(epochsDone + 1)};
}

} // namespace motley
