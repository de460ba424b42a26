// How the runs of LoopbackRun stand, by their folders and logs.
#pragma once

#include "engine/protocol/event.h"
#include "engine/protocol/runfolder.h"
#include "engine/run/runstatus.h"

#include <QString>

#include <vector>

namespace motley {

constexpr int startLimit = 60000; // milliseconds until the first steps on a busy computer

inline QString path(const RunFolder &folder)
{
    return QString::fromStdString(folder.path);
}

inline RunStatus statusIn(const RunFolder &folder)
{
    return statusOf(folder).value_or(RunStatus{RunStatus::State::Dead, -1, -1});
}

inline bool isNumberedWithoutGaps(const std::vector<Event> &events)
{
    for (std::size_t i = 0; i < events.size(); ++i)
        if (events[i].sequence != std::int64_t(i) + 1)
            return false;
    return !events.empty();
}

} // namespace motley
