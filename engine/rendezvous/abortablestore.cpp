#include "engine/rendezvous/abortablestore.h"

#include <c10/util/Exception.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds atOnce{200}; // of a wait, before an abort is looked for

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

// c10d's wait that has come to its limit takes itself back, and the store can be used again.
void AbortableStore::wait(const std::vector<std::string> &keys, const std::chrono::milliseconds &timeout)
{
    const auto started = Clock::now();
    for (;;) {
        const auto left = timeout - std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - started);
        const bool isLast = timeout != kNoTimeout && left <= atOnce;
        try {
            use().wait(keys, isLast ? std::max(left, std::chrono::milliseconds(1)) : atOnce);
            return;
        } catch (const c10::DistStoreError &) {
            if (isLast)
                throw;
        }
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
