// Waits that a step of the computer's clock neither prolongs nor cuts short. Everything in the engine that waits for a
// time waits here: against glibc 2.28, which the engine that is sent is built for, std::condition_variable::wait_for()
// waits until a time of day, and where the clock is set back by an hour it returns an hour late.
#pragma once

#include <chrono>
#include <mutex>
#include <stop_token>

#include <pthread.h>

namespace motley {

class MonotonicCondition {
public:
    using Clock = std::chrono::steady_clock;
    using Lock = std::unique_lock<std::mutex>;

    MonotonicCondition();
    ~MonotonicCondition();
    MonotonicCondition(const MonotonicCondition &) = delete;
    MonotonicCondition &operator=(const MonotonicCondition &) = delete;

    void notifyAll();

    template <typename Predicate>
    void wait(Lock &lock, Predicate isTrue)
    {
        while (!isTrue())
            waitOnce(lock);
    }

    // Returns what the predicate says at the end.
    template <typename Predicate>
    bool waitFor(Lock &lock, std::chrono::nanoseconds limit, Predicate isTrue)
    {
        const auto deadline = Clock::now() + limit;
        while (!isTrue())
            if (!waitUntil(lock, deadline))
                return isTrue();
        return true;
    }

private:
    void waitOnce(Lock &lock);
    bool waitUntil(Lock &lock, Clock::time_point deadline); // false: the deadline has passed

    pthread_cond_t m_condition;
};

// Sleeps for so long, or until a stop is requested. False: it was.
bool sleepFor(const std::stop_token &stop, std::chrono::nanoseconds time);

} // namespace motley
