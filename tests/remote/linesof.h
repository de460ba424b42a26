// The lines that an engine writes for these events.
#pragma once

#include "remote/history/eventlogcopy.h"

#include <vector>

namespace motley {

inline std::vector<EventLine> linesOf(const std::vector<Event> &events)
{
    return {events.begin(), events.end()};
}

} // namespace motley
