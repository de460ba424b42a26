// Time since the last heartbeat, not counting time in which this process was itself suspended by Ctrl-Z or with its
// whole computer: its own absence must not count as another's silence.
#pragma once

#include <algorithm>
#include <chrono>

namespace motley {

class HeartbeatTimer {
public:
    using Clock = std::chrono::steady_clock;

    void restart() { m_seconds = 0; }

    // Seconds of silence since restart(). The caller asks several times a second, so a gap of more than `longestGap`
    // seconds means that this process was suspended, and counts as no more than that.
    double seconds(Clock::time_point now = Clock::now())
    {
        m_seconds += std::min(std::chrono::duration<double>(now - m_lastAsked).count(), longestGap);
        m_lastAsked = now;
        return m_seconds;
    }

private:
    static constexpr double longestGap = 2;

    Clock::time_point m_lastAsked = Clock::now();
    double m_seconds = 0;
};

} // namespace motley
