#include "engine/agent/runprogress.h"

#include <algorithm>

namespace motley {

namespace {

constexpr double fewBytes = 2e5; // a second: fifty pages, of which an old disk reads a hundred

}

void RunProgress::add(int machine, const EventBody &body)
{
    if (const auto *step = std::get_if<StepDone>(&body))
        m_step = std::max(m_step, step->step);
    else if (const auto *saved = std::get_if<CheckpointSaved>(&body))
        m_checkpoint = saved->folder;
    else if (const auto *sample = std::get_if<Telemetry>(&body))
        m_swap[machine] = sample->swapBytesPerSecond.value_or(0);
}

std::string RunProgress::newestCheckpoint() const
{
    return m_checkpoint.empty() ? std::string() : " The newest checkpoint is " + m_checkpoint + ".";
}

std::string RunProgress::memoryOf(int machine) const
{
    const auto found = m_swap.find(machine);
    if (found == m_swap.end() || found->second <= fewBytes)
        return {};
    return " Just before, the memory of that machine was full, and what was needed had to be read from the disk again. "
           "Close other programs there, raise its memory limit if it has one, or give the job a smaller micro-batch.";
}

} // namespace motley
