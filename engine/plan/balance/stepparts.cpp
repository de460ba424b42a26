#include "engine/plan/balance/stepparts.h"

#include "engine/plan/statistics/median.h"

#include <algorithm>

namespace motley {

void StepParts::take(const StepDone &step)
{
    m_steps.push_back(step.seconds);
    const auto least = std::min_element(step.ranks.begin(), step.ranks.end(),
        [](const RankStep &a, const RankStep &b) { return a.exchangeSeconds < b.exchangeSeconds; });
    if (least == step.ranks.end())
        return;
    m_compute.push_back(least->forwardSeconds + least->backwardSeconds + least->optimizerSeconds);
    m_exchange.push_back(least->exchangeSeconds);
    m_data.push_back(least->dataSeconds);
}

double StepParts::stepSeconds() const
{
    return median(m_steps);
}

double StepParts::computeSeconds() const
{
    return median(m_compute);
}

double StepParts::exchangeSeconds() const
{
    return median(m_exchange);
}

double StepParts::dataSeconds() const
{
    return median(m_data);
}

} // namespace motley
