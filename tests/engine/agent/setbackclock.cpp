// Preloaded into the engine, sets its time of day back by an hour as soon as the file named by MOTLEY_SET_BACK exists.
// Waits then end as in the engine that is sent to machines, whatever C library this computer has: against glibc 2.28
// there is no pthread_cond_clockwait(), so waits of std::condition_variable are waits until a time of day, and the
// kernel prolongs those that are under way when the clock is set back.
#include <dlfcn.h>
#include <pthread.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <ctime>

namespace {

constexpr long long nanoseconds = 1'000'000'000;
constexpr long long hour = 3600 * nanoseconds;
constexpr long long look = 20'000'000; // how often a wait looks at the clock

template <typename Function>
Function next(const char *name)
{
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

long long now(clockid_t clock)
{
    static const auto theirs = next<decltype(&clock_gettime)>("clock_gettime");
    timespec time{};
    theirs(clock, &time);
    return time.tv_sec * nanoseconds + time.tv_nsec;
}

timespec timeOf(long long ticks)
{
    return {ticks / nanoseconds, ticks % nanoseconds};
}

long long timeOfDay()
{
    static const char *file = std::getenv("MOTLEY_SET_BACK");
    return now(CLOCK_REALTIME) - (file && access(file, F_OK) == 0 ? hour : 0);
}

int waitUntil(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock, long long until)
{
    static const auto theirs = next<decltype(&pthread_cond_clockwait)>("pthread_cond_clockwait");
    const timespec time = timeOf(until);
    return theirs(condition, mutex, clock, &time);
}

int waitUntilTimeOfDay(pthread_cond_t *condition, pthread_mutex_t *mutex, long long until)
{
    while (true) {
        const int woken = waitUntil(condition, mutex, CLOCK_MONOTONIC, now(CLOCK_MONOTONIC) + look);
        if (woken != ETIMEDOUT || timeOfDay() >= until)
            return woken;
    }
}

} // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec *time) noexcept
{
    *time = timeOf(clock == CLOCK_REALTIME ? timeOfDay() : now(clock));
    return 0;
}

int gettimeofday(timeval *time, void *) noexcept
{
    const long long ticks = timeOfDay();
    *time = {ticks / nanoseconds, ticks % nanoseconds / 1000};
    return 0;
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const timespec *time)
{
    const long long until = time->tv_sec * nanoseconds + time->tv_nsec;
    const bool isTimeOfDay
        = until > now(CLOCK_REALTIME) / 2; // the monotonic clock counts from the start of the computer
    return isTimeOfDay ? waitUntilTimeOfDay(condition, mutex, until)
                       : waitUntil(condition, mutex, CLOCK_MONOTONIC, until);
}

int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock, const timespec *time)
{
    const long long until = time->tv_sec * nanoseconds + time->tv_nsec;
    return waitUntilTimeOfDay(condition, mutex, until - now(clock) + timeOfDay());
}
}
