// What Trainer says of steps and tests whose samples have no label at all.
#include "engine/training/trainer.h"

namespace motley {

void Trainer::countEmptyStep(std::int64_t step)
{
    if (m_emptySteps++ == 0 && isRankZero())
        warn("No sample of step " + std::to_string(step)
            + " has a label, so there is nothing to learn from it: the step counts and changes nothing.");
}

// The first one has been reported when it came.
void Trainer::reportEmptySteps() const
{
    if (m_emptySteps > 1)
        warn(std::to_string(m_emptySteps) + " of the steps changed nothing, as none of their samples had a label.");
}

} // namespace motley
