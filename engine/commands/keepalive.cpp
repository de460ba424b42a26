#include "engine/commands/keepalive.h"

#include "engine/machine/processactivity.h"

#include <condition_variable>
#include <iostream>
#include <mutex>

namespace motley {

namespace {

void writeLines(const std::stop_token &stop)
{
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::unique_lock lock(mutex);
    ActivityMeter meter;
    while (!stopped.wait_for(lock, stop, std::chrono::seconds(1), [&] { return stop.stop_requested(); })) {
        const ProcessActivity activity = meter.since();
        if (activity.computes || activity.movesBytes)
            std::cout << std::endl;
    }
}

} // namespace

KeepAlive::KeepAlive() : m_thread(writeLines) { }

} // namespace motley
