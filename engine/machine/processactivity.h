// Whether this process works or waits, from what the kernel counts.
#pragma once

#include "engine/base/runclock.h"

#include <cstdint>

namespace motley {

struct ProcessActivity {
    bool computes = false;
    bool movesBytes = false; // of files and sockets; those of mapped files count as they come from the disk
};

class ActivityMeter {
public:
    // What all threads but the calling one did since the last call, or since the process began.
    ProcessActivity since();

private:
    RunClock::time_point m_time = RunClock::now() - std::chrono::seconds(1);
    double m_processorSeconds = 0;
    std::int64_t m_bytes = 0;
};

} // namespace motley
