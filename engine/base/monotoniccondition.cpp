#include "engine/base/monotoniccondition.h"

#include <cerrno>
#include <ctime>

namespace motley {

MonotonicCondition::MonotonicCondition()
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC); // the clock of std::chrono::steady_clock
    pthread_cond_init(&m_condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

MonotonicCondition::~MonotonicCondition()
{
    pthread_cond_destroy(&m_condition);
}

void MonotonicCondition::notifyAll()
{
    pthread_cond_broadcast(&m_condition);
}

void MonotonicCondition::waitOnce(Lock &lock)
{
    pthread_cond_wait(&m_condition, lock.mutex()->native_handle());
}

bool MonotonicCondition::waitUntil(Lock &lock, Clock::time_point deadline)
{
    const auto ticks = deadline.time_since_epoch();
    const auto seconds = std::chrono::floor<std::chrono::seconds>(ticks);
    const timespec until{time_t(seconds.count()), long(std::chrono::nanoseconds(ticks - seconds).count())};
    return pthread_cond_timedwait(&m_condition, lock.mutex()->native_handle(), &until) != ETIMEDOUT;
}

bool sleepFor(const std::stop_token &stop, std::chrono::nanoseconds time)
{
    std::mutex mutex;
    MonotonicCondition stopped;
    const std::stop_callback wakes(stop, [&] {
        const std::lock_guard lock(mutex);
        stopped.notifyAll();
    });
    std::unique_lock lock(mutex);
    return !stopped.waitFor(lock, time, [&] { return stop.stop_requested(); });
}

} // namespace motley
