#include "engine/commands/keepalive.h"

#include "engine/base/monotoniccondition.h"
#include "engine/machine/processactivity.h"

#include <iostream>

namespace motley {

namespace {

void writeLines(const std::stop_token &stop)
{
    ActivityMeter meter;
    while (sleepFor(stop, std::chrono::seconds(1))) {
        const ProcessActivity activity = meter.since();
        if (activity.computes || activity.movesBytes)
            std::cout << std::endl;
    }
}

} // namespace

KeepAlive::KeepAlive() : m_thread(writeLines) { }

} // namespace motley
