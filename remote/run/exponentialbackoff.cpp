#include "remote/run/exponentialbackoff.h"

#include <QRandomGenerator>

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace motley {

using std::chrono::milliseconds;

void ExponentialBackoff::wait(std::stop_token stop)
{
    constexpr milliseconds longest{60000};
    const auto jitter = milliseconds(QRandomGenerator::global()->bounded(int(m_next.count() / 4)));
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any never;
    never.wait_for(lock, stop, m_next + jitter, [] { return false; });
    m_next = std::min(m_next * 2, longest);
}

} // namespace motley
