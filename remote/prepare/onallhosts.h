// The same blocking work on all machines of a run at once.
#pragma once

#include "engine/base/result.h"

#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace motley {

// Returns the error that came first; it stops the work on the other machines.
template <typename Host, typename Work>
Result<void> onAllHosts(std::vector<Host> &hosts, std::stop_token stop, Work work)
{
    std::stop_source group;
    const std::stop_callback passOn(stop, [&group] { group.request_stop(); });
    std::mutex mutex;
    std::optional<Error> first;
    {
        std::vector<std::jthread> threads;
        for (auto &host : hosts) {
            threads.emplace_back([&] {
                const Result<void> done = work(host, group.get_token());
                const std::lock_guard lock(mutex);
                if (!done && !first) {
                    first = done.error();
                    group.request_stop();
                }
            });
        }
    }
    if (first)
        return tl::unexpected(*first);
    return {};
}

} // namespace motley
