// Reports the status of a rank every second and once at the end, on a thread of its own: it stands still when the
// process does, and goes on while the rank computes or waits.
#pragma once

#include "engine/exchange/rankactivity.h"

#include <chrono>
#include <functional>
#include <memory>
#include <thread>

namespace motley {

class StatusReporter {
public:
    using Sink = std::function<void(const RankStatus &)>; // called on the reporter's thread

    // Beside the activity's own progress, bytes that the process reads or writes count as progress, and so does
    // processor time, except where it may be that of waiting: for other ranks to connect, or for a GPU.
    StatusReporter(int rank, bool computesOnCpu, std::shared_ptr<const RankActivity> activity, Sink report);

    static constexpr std::chrono::seconds interval{1};

private:
    void run(std::stop_token stop);

    const int m_rank;
    const bool m_computesOnCpu;
    const std::shared_ptr<const RankActivity> m_activity;
    const Sink m_report;
    std::jthread m_thread; // declared last: it uses the other members
};

} // namespace motley
