#include "engine/machine/processactivity.h"

#include <fstream>
#include <string>

#include <ctime>

namespace motley {

namespace {

// Less than these is what waiting takes: Gloo's thread wakes up a hundred times a second.
constexpr double leastBusy = 0.02; // of a processor
constexpr std::int64_t leastBytes = 64 << 10;

double secondsOf(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

std::int64_t bytesMoved()
{
    std::ifstream counters("/proc/self/io");
    std::string name;
    std::int64_t value = 0;
    std::int64_t sum = 0;
    while (counters >> name >> value)
        if (name == "rchar:" || name == "wchar:" || name == "read_bytes:")
            sum += value;
    return sum;
}

} // namespace

ProcessActivity ActivityMeter::since()
{
    const double processorSeconds = secondsOf(CLOCK_PROCESS_CPUTIME_ID) - secondsOf(CLOCK_THREAD_CPUTIME_ID);
    const std::int64_t bytes = bytesMoved();
    const ProcessActivity activity{
        processorSeconds - m_processorSeconds >= leastBusy * secondsSince(m_time), bytes - m_bytes >= leastBytes};
    m_time = RunClock::now();
    m_processorSeconds = processorSeconds;
    m_bytes = bytes;
    return activity;
}

} // namespace motley
