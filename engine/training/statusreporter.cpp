#include "engine/training/statusreporter.h"

#include <condition_variable>
#include <fstream>
#include <mutex>
#include <string>

#include <ctime>

namespace motley {

namespace {

// Less than these is what waiting takes: Gloo's thread wakes up a hundred times a second.
constexpr double leastBusy = 0.02; // of a processor
constexpr std::int64_t leastBytes = 64 << 10; // in an interval

double secondsOf(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

// Of all threads but the calling one.
double processorSeconds()
{
    return secondsOf(CLOCK_PROCESS_CPUTIME_ID) - secondsOf(CLOCK_THREAD_CPUTIME_ID);
}

// Bytes that this process has read and written so far, in files and sockets alike; those of mapped files count as they
// come from the disk.
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

bool countsProcessorTime(RankPhase phase, bool computesOnCpu)
{
    switch (phase) {
    case RankPhase::Starting:
    case RankPhase::Loading:
    case RankPhase::Saving:
        return true;
    case RankPhase::Training:
    case RankPhase::Testing:
        return computesOnCpu;
    case RankPhase::Connecting:
    case RankPhase::Finished:
        return false;
    }
    return false;
}

struct Reading {
    double processorSeconds = 0;
    std::int64_t bytes = 0;
    std::int64_t progress = 0;
};

} // namespace

StatusReporter::StatusReporter(int rank, bool computesOnCpu, std::shared_ptr<const RankActivity> activity, Sink report)
    : m_rank(rank), m_computesOnCpu(computesOnCpu), m_activity(std::move(activity)), m_report(std::move(report)),
      m_thread([this](std::stop_token stop) { run(std::move(stop)); })
{
}

void StatusReporter::run(std::stop_token stop)
{
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::unique_lock lock(mutex);
    RankStatus status;
    status.rank = m_rank;
    Reading before;
    for (;;) {
        status.phase = m_activity->phase();
        status.collectives = m_activity->collectives();
        const Reading now{processorSeconds(), bytesMoved(), m_activity->progress()};
        const bool isBusy = now.processorSeconds - before.processorSeconds >= leastBusy * double(interval.count());
        if (now.progress > before.progress || now.bytes - before.bytes >= leastBytes
            || (isBusy && countsProcessorTime(status.phase, m_computesOnCpu)))
            ++status.progress;
        before = now;
        m_report(status);
        if (stop.stop_requested())
            return;
        stopped.wait_for(lock, stop, interval, [] { return false; });
    }
}

} // namespace motley
