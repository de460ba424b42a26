#include "engine/agent/runprogress.h"

#include <algorithm>

namespace motley {

void RunProgress::add(const EventBody &body)
{
    if (const auto *step = std::get_if<StepDone>(&body))
        m_step = std::max(m_step, step->step);
    else if (const auto *saved = std::get_if<CheckpointSaved>(&body))
        m_checkpoint = saved->folder;
}

std::string RunProgress::newestCheckpoint() const
{
    return m_checkpoint.empty() ? std::string() : " The newest checkpoint is " + m_checkpoint + ".";
}

} // namespace motley
