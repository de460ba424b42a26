#include "engine/data/parallelfor.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace motley {

void inParallel(std::int64_t count, int threads, const std::function<void(std::int64_t)> &work)
{
    std::atomic<std::int64_t> next = 0;
    std::mutex mutex;
    std::exception_ptr failure;
    const auto share = [&] {
        try {
            for (std::int64_t i = next++; i < count; i = next++)
                work(i);
        } catch (...) { // rethrown below, in the calling thread
            next = count;
            const std::scoped_lock lock(mutex);
            if (!failure)
                failure = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        for (std::int64_t i = 1; i < std::min<std::int64_t>(threads, count); ++i)
            others.emplace_back(share);
        share();
    }
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace motley
