// How long something has not been heard of, as far as one was there to hear: a process that was stopped for a while, by
// Ctrl-Z or with its whole computer, must not take its own absence for another's silence.
#pragma once

#include <algorithm>
#include <chrono>

namespace motley {

class HeartbeatTimer {
public:
    using Clock = std::chrono::steady_clock;

    void restart() { m_seconds = 0; }

    // Seconds of silence up to now. Whoever asks does so several times a second; what is missing beyond that is no
    // silence.
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
