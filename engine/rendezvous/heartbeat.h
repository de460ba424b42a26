// Time since the last heartbeat, not counting time in which this process did not run itself: suspended by Ctrl-Z or
// with its whole computer, or without memory. Its own absence must not count as another's silence.
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

// How long this process itself did not run lately. To be asked several times a second.
class OwnAbsence {
public:
    using Clock = HeartbeatTimer::Clock;

    void look(Clock::time_point now = Clock::now())
    {
        if (now - m_lastLook > shortest) {
            m_length = now - m_lastLook;
            m_end = now;
        }
        m_lastLook = now;
    }

    // Of the newest absence, if it ended no longer ago than this; 0: there was none.
    std::chrono::duration<double> endedWithin(std::chrono::seconds time) const
    {
        return m_lastLook - m_end <= time ? m_length : Clock::duration::zero();
    }

private:
    static constexpr std::chrono::seconds shortest{2};

    Clock::time_point m_lastLook = Clock::now();
    Clock::time_point m_end;
    Clock::duration m_length{};
};

} // namespace motley
