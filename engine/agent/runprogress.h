// What the coordinator has heard of a run so far, as far as it matters to whoever asks why it ended.
#pragma once

#include "engine/protocol/event.h"

#include <map>
#include <string>

namespace motley {

class RunProgress {
public:
    void add(int machine, const EventBody &body);

    std::int64_t step() const { return m_step; } // the last one; 0: none

    // Sentences with a space before them.
    std::string newestCheckpoint() const; // empty: there is none
    std::string memoryOf(int machine) const; // that it was full when the machine was last heard; empty: it was not

private:
    std::int64_t m_step = 0;
    std::string m_checkpoint; // relative to the run folder
    std::map<int, double> m_swap; // by machine: bytes a second
};

} // namespace motley
