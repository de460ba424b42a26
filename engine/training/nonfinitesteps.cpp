#include "engine/training/nonfinitesteps.h"

#include <cmath>
#include <utility>

namespace motley {

const char *NonFiniteSteps::nameOf(What what)
{
    switch (what) {
    case What::Loss:
        return "loss";
    case What::Gradient:
        return "gradient";
    case What::Weights:
        break;
    }
    return "weights";
}

std::optional<std::string> NonFiniteSteps::add(std::int64_t step, const StepResult &result)
{
    if (result.isEmpty) // which says nothing of the weights
        return std::nullopt;
    if (!result.skipped) {
        m_inRow = 0;
        return std::nullopt;
    }
    const bool lossIsFinite = std::isfinite(result.report.summedLoss);
    if (lossIsFinite && result.lossScale && *result.lossScale > 1)
        return std::nullopt;
    if (m_inRow++ == 0)
        m_first = step;
    m_last = step;
    m_what = lossIsFinite ? What::Gradient : What::Loss;
    m_isTooMuch = m_inRow > m_spec.skips;
    if (m_isTooMuch)
        return std::nullopt;
    return std::string("The ") + nameOf(m_what) + " of step " + std::to_string(step)
        + " is not finite; the step is left out and changes nothing.";
}

void NonFiniteSteps::addWeights(std::int64_t step)
{
    m_first = m_last = step;
    m_what = What::Weights;
    m_isTooMuch = true;
}

std::string NonFiniteSteps::reason() const
{
    const std::string steps = m_first == m_last ? "step " + std::to_string(m_first)
                                                : "steps " + std::to_string(m_first) + " to " + std::to_string(m_last);
    return m_what == What::Weights ? "The weights after " + steps + " are not finite."
                                   : std::string("The ") + nameOf(m_what) + " of " + steps + " is not finite.";
}

Result<void> NonFiniteSteps::goBack()
{
    if (!m_spec.rollBack)
        return fail(reason());
    if (std::exchange(m_hasGoneBack, true))
        return fail(reason() + " The run has gone back to a checkpoint before.");
    m_inRow = 0;
    m_isTooMuch = false;
    return {};
}

} // namespace motley
