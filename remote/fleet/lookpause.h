// When a machine may be looked at again by itself: at once while it answers, then after pauses twice as long each time,
// as one that is switched off stays so for hours.
#pragma once

#include <algorithm>
#include <chrono>

namespace motley {

class LookPause {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds first{45};
    static constexpr std::chrono::seconds longest{600};

    void answered() { *this = {}; }
    void missed(Clock::time_point now)
    {
        m_pause = m_pause == m_pause.zero() ? first : std::min(2 * m_pause, longest);
        m_end = now + m_pause;
    }
    bool isOver(Clock::time_point now) const { return now >= m_end; }

private:
    std::chrono::seconds m_pause{0};
    Clock::time_point m_end{};
};

} // namespace motley
