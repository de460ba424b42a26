// What the coordinator has heard of a run so far, as far as it matters to whoever asks why it ended.
#pragma once

#include "engine/protocol/event.h"

#include <string>

namespace motley {

class RunProgress {
public:
    void add(const EventBody &body);

    std::int64_t step() const { return m_step; } // the last one; 0: none

    std::string newestCheckpoint() const; // a sentence with a space before it; empty: there is none

private:
    std::int64_t m_step = 0;
    std::string m_checkpoint; // relative to the run folder
};

} // namespace motley
