// Counts what waits for another thread, up to a limit, so that who makes it is never far ahead.
#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace motley {

class BoundedCount {
public:
    explicit BoundedCount(int limit) : m_limit(limit) { }

    bool increase(const std::stop_token &stop) // waits for room; false: a stop came first
    {
        std::unique_lock lock(m_mutex);
        const bool hasRoom = m_changed.wait(lock, stop, [this] { return m_count < m_limit; });
        m_count += hasRoom;
        return hasRoom;
    }

    void decrease()
    {
        const std::scoped_lock lock(m_mutex);
        --m_count;
        m_changed.notify_one();
    }

private:
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    int m_limit;
    int m_count = 0;
};

} // namespace motley
