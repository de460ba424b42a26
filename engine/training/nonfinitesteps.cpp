// What Trainer does where losses, gradients or weights are not finite. All ranks decide alike, from what they share.
#include "engine/training/trainer.h"

#include "engine/optim/optimizerstate.h"
#include "engine/tasks/task.h"
#include "engine/tensorfiles/finitenumbers.h"
#include "engine/training/earliermodels.h"

#include <torch/types.h>

#include <cmath>
#include <utility>

namespace motley {

// False: the run cannot go on by leaving the step out. Float16 gradients that overflow do not count while their scale
// can still fall.
bool Trainer::checkFinite(std::int64_t step, const StepResult &result)
{
    if (result.isEmpty) // which says nothing of the weights
        return true;
    if (!result.skipped) {
        m_nonFinite = {};
        return true;
    }
    const bool lossIsFinite = std::isfinite(result.report.summedLoss);
    if (lossIsFinite && result.lossScale && *result.lossScale > 1)
        return true;
    if (m_nonFinite.inRow == 0)
        m_nonFinite.first = step;
    m_nonFinite.last = step;
    m_nonFinite.what = lossIsFinite ? "gradient" : "loss";
    m_nonFinite.exceedsSkips = ++m_nonFinite.inRow > m_job.nonFinite.skips;
    if (!m_nonFinite.exceedsSkips && isRankZero())
        warn("The " + m_nonFinite.what + " of step " + std::to_string(step)
            + " is not finite; the step is left out and changes nothing.");
    return !m_nonFinite.exceedsSkips;
}

bool Trainer::hasFiniteWeights() const
{
    return m_group.agree(!isRankZero() || areFinite(tensorsOf(stateDict(m_task.model()))));
}

RankResult<void> Trainer::rollBack()
{
    const bool isOne = m_nonFinite.first == m_nonFinite.last;
    const std::string steps = isOne
        ? "step " + std::to_string(m_nonFinite.first)
        : "steps " + std::to_string(m_nonFinite.first) + " to " + std::to_string(m_nonFinite.last);
    const std::string reason = m_nonFinite.what == "weights"
        ? "The weights after " + steps + " are not finite."
        : "The " + m_nonFinite.what + " of " + steps + " is not finite.";
    const std::string advice
        = " Look at the data and at the weights that the run began with; lower schedule.peak, add warm-up steps or set "
          "clipNorm.";
    if (!m_job.nonFinite.rollBack)
        return fail(RankFailed::Kind::NonFinite, reason + advice);
    if (std::exchange(m_hasRolledBack, true))
        return fail(RankFailed::Kind::NonFinite, reason + " The run has gone back to a checkpoint before." + advice);

    const RankActivity::Phase phase(*m_context.activity, RankPhase::Connecting);
    const auto others = isRankZero() ? m_step->initialState() : std::vector<StatePart>();
    if (!agreeOnStep(!isRankZero() || (!checkpointToResume(m_context).empty() && begin(others))))
        return fail(RankFailed::Kind::NonFinite, reason + " There is no checkpoint to go back to." + advice);
    broadcastState(others);
    m_nonFinite = {};
    if (isRankZero())
        warn(reason + " The run goes back to the checkpoint of step " + std::to_string(m_lastStep) + ", once.");
    return {};
}

} // namespace motley
