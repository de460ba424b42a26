// What of a run's shares and slowdowns a user at a terminal is told: what has lasted. A busy computer slows down and
// recovers many times in a run; each of that is in the event log, and the table at the end counts it.
#pragma once

#include "engine/protocol/event.h"

#include <optional>
#include <vector>

namespace motley {

bool isSameSlowdown(const Slowdown &one, const Slowdown &other); // whether two events report on the same one

class NoticeFilter {
public:
    // Takes each event of a run. Returns the changes of shares and the slowdowns to be shown now, oldest first: shares
    // once they have stayed for half a minute, a slowdown once it has lasted for ten seconds, and its end if its
    // beginning was shown.
    std::vector<Event> add(const Event &event);

private:
    struct OpenSlowdown {
        Event latest;
        double since = 0; // when it was reported first
        bool isShown = false;
    };

    void addSlowdown(const Event &event, const Slowdown &slowdown, std::vector<Event> &shown);
    OpenSlowdown *find(const Slowdown &slowdown);

    std::optional<Event> m_shares; // not shown yet
    std::vector<OpenSlowdown> m_slowdowns;
};

} // namespace motley
