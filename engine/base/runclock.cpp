#include "engine/base/runclock.h"

#include <signal.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <thread>

namespace motley {

namespace {

using Steady = std::chrono::steady_clock;

// After SIGCONT other threads may run before the handler has added the suspended time: now() then waits for it.
std::atomic<std::uint32_t> changes{0}; // odd: suspended, or the suspended time is not added yet
std::atomic<Steady::rep> suspended{0}; // ticks of the steady clock so far
static_assert(std::atomic<Steady::rep>::is_always_lock_free, "a signal handler sets it");

Steady::rep steadyTicks()
{
    return Steady::now().time_since_epoch().count();
}

void suspend(int)
{
    const int errorBefore = errno;
    ++changes;
    const Steady::rep since = steadyTicks();
    raise(SIGSTOP);
    suspended += steadyTicks() - since;
    ++changes;
    errno = errorBefore;
}

} // namespace

void suspendHere()
{
    suspend(SIGTSTP);
}

RunClock::time_point RunClock::now() noexcept
{
    for (;;) {
        const std::uint32_t before = changes;
        const Steady::rep ticks = steadyTicks() - suspended;
        if (before % 2 == 0 && changes == before)
            return time_point(duration(ticks));
        std::this_thread::yield();
    }
}

void noticeSuspensions()
{
    struct sigaction action { };
    action.sa_handler = suspend;
    action.sa_flags = SA_RESTART;
    sigaction(SIGTSTP, &action, nullptr);
}

} // namespace motley
