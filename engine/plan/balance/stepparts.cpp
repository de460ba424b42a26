#include "engine/plan/balance/stepparts.h"

#include <algorithm>

namespace motley {

void StepParts::add(const StepDone &step)
{
    m_step.add(step.seconds);
    const auto least = std::min_element(step.ranks.begin(), step.ranks.end(),
        [](const RankStep &a, const RankStep &b) { return a.exchangeSeconds < b.exchangeSeconds; });
    if (least == step.ranks.end())
        return;
    m_compute.add(least->forwardSeconds + least->backwardSeconds + least->optimizerSeconds);
    m_exchange.add(least->exchangeSeconds);
    m_data.add(least->dataSeconds);
}

void StepParts::Mean::add(double value)
{
    sum += value;
    ++count;
}

} // namespace motley
