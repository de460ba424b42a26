// The pause before another try: twice as long each time, with random jitter so that not all clients retry at once.
#pragma once

#include <chrono>
#include <stop_token>

namespace motley {

class ExponentialBackoff {
public:
    void wait(std::stop_token stop); // 1, 2, 4, ... 60 seconds, and up to a quarter more
    void reset() { m_next = shortest; }

private:
    static constexpr std::chrono::milliseconds shortest{1000};

    std::chrono::milliseconds m_next = shortest;
};

} // namespace motley
