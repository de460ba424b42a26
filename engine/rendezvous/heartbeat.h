// How long something has not been heard of, as far as one was there to hear: a process that was stopped for a while, by
// Ctrl-Z or with its whole computer, must not take its own absence for another's silence.
#pragma once

#include <algorithm>
#include <chrono>

namespace motley {

class Silence {
public:
    using Clock = std::chrono::steady_clock;

    void heard() { m_seconds = 0; }

    // Seconds of silence up to now. Whoever asks does so several times a second; what is missing beyond that is no
    // silence.
    double look(Clock::time_point now = Clock::now())
    {
        m_seconds += std::min(std::chrono::duration<double>(now - m_lastLook).count(), longestBlink);
        m_lastLook = now;
        return m_seconds;
    }

private:
    static constexpr double longestBlink = 2;

    Clock::time_point m_lastLook = Clock::now();
    double m_seconds = 0;
};

} // namespace motley
