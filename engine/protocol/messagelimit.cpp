#include "engine/protocol/messagelimit.h"

#include <utility>

namespace motley {

MessageLimit::Answer MessageLimit::add(const Event &event)
{
    const bool isOfThisProgram = event.sequence == 0;
    if (isOfThisProgram || std::holds_alternative<StepDone>(event.body) || std::holds_alternative<Telemetry>(event.body)
        || std::holds_alternative<TestExamples>(event.body))
        return {};
    if (event.time < m_minute || event.time >= m_minute + 60) { // before it: a clock was set back
        m_minute = event.time;
        m_inMinute = {};
    }
    const std::size_t kind = event.body.index();
    const bool isTooMuch = m_inMinute[kind] >= mostInAMinute || m_shown[kind] >= mostOfAll;
    if (isTooMuch && !std::holds_alternative<RunFinished>(event.body)) {
        ++m_leftOut;
        return {false, 0};
    }
    ++m_inMinute[kind];
    ++m_shown[kind];
    return {true, std::exchange(m_leftOut, 0)};
}

} // namespace motley
