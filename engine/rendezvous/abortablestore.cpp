#include "engine/rendezvous/abortablestore.h"

#include <c10/util/Exception.h>

#include <algorithm>
#include <stdexcept>
#include <thread>
#include <utility>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds shortestPause{1}; // between two looks
constexpr std::chrono::milliseconds longestPause{50};

} // namespace

AbortableStore::AbortableStore(c10::intrusive_ptr<c10d::Store> store, std::stop_token abort)
    : Store(store->getTimeout()), m_store(std::move(store)), m_abort(std::move(abort))
{
}

c10d::Store &AbortableStore::use() const
{
    if (m_abort.stop_requested())
        throw std::runtime_error("The wait for the other ranks was ended.");
    return *m_store;
}

c10::intrusive_ptr<c10d::Store> AbortableStore::clone()
{
    return c10::make_intrusive<AbortableStore>(m_store->clone(), m_abort);
}

void AbortableStore::set(const std::string &key, const std::vector<std::uint8_t> &value)
{
    use().set(key, value);
}

std::vector<std::uint8_t> AbortableStore::compareSet(
    const std::string &key, const std::vector<std::uint8_t> &currentValue, const std::vector<std::uint8_t> &newValue)
{
    return use().compareSet(key, currentValue, newValue);
}

std::vector<std::uint8_t> AbortableStore::get(const std::string &key)
{
    wait({key});
    return use().get(key);
}

std::int64_t AbortableStore::add(const std::string &key, std::int64_t value)
{
    return use().add(key, value);
}

bool AbortableStore::deleteKey(const std::string &key)
{
    return use().deleteKey(key);
}

bool AbortableStore::check(const std::vector<std::string> &keys)
{
    return use().check(keys);
}

std::int64_t AbortableStore::getNumKeys()
{
    return use().getNumKeys();
}

void AbortableStore::wait(const std::vector<std::string> &keys)
{
    wait(keys, timeout_);
}

// Asks again and again: a wait of c10d's that comes to its limit warns of it each time.
void AbortableStore::wait(const std::vector<std::string> &keys, const std::chrono::milliseconds &timeout)
{
    const auto started = Clock::now();
    for (auto pause = shortestPause; !use().check(keys); pause = std::min(2 * pause, longestPause)) {
        if (timeout != kNoTimeout && Clock::now() - started >= timeout)
            C10_THROW_ERROR(DistStoreError, "Timed out waiting for the other ranks to say where they are.");
        std::this_thread::sleep_for(pause);
    }
}

void AbortableStore::append(const std::string &key, const std::vector<std::uint8_t> &value)
{
    use().append(key, value);
}

std::vector<std::vector<std::uint8_t>> AbortableStore::multiGet(const std::vector<std::string> &keys)
{
    wait(keys);
    return use().multiGet(keys);
}

void AbortableStore::multiSet(
    const std::vector<std::string> &keys, const std::vector<std::vector<std::uint8_t>> &values)
{
    use().multiSet(keys, values);
}

} // namespace motley
