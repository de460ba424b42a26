#include "engine/training/membershipinbox.h"

#include <chrono>
#include <utility>

namespace motley {

namespace {

constexpr std::chrono::milliseconds stopInterval{100}; // between two looks for a stop, which a signal handler notes

} // namespace

void MembershipInbox::push(Membership membership)
{
    std::stop_source lifetime;
    {
        const std::lock_guard lock(m_mutex);
        if (m_newest && membership.generation <= m_newest->membership.generation)
            return;
        m_newest = ToldMembership{std::move(membership), RunClock::now()};
        if (!isOver(m_generation))
            return;
        lifetime = m_lifetime;
        m_changed.notifyAll();
    }
    lifetime.request_stop(); // without the lock, as it calls what ends the generation
}

void MembershipInbox::close()
{
    std::stop_source lifetime;
    {
        const std::lock_guard lock(m_mutex);
        m_isClosed = true;
        lifetime = m_lifetime;
        m_changed.notifyAll();
    }
    lifetime.request_stop();
}

bool MembershipInbox::isOver(int generation) const
{
    return m_isClosed || (m_newest && m_newest->membership.generation > generation);
}

std::stop_token MembershipInbox::lifetimeOf(int generation)
{
    const std::lock_guard lock(m_mutex);
    m_generation = generation;
    m_lifetime = std::stop_source();
    if (isOver(generation))
        m_lifetime.request_stop();
    return m_lifetime.get_token();
}

std::optional<ToldMembership> MembershipInbox::next(int generation, const std::function<bool()> &isStopping)
{
    std::unique_lock lock(m_mutex);
    while (!isStopping())
        if (m_changed.waitFor(lock, stopInterval, [&] { return isOver(generation); }))
            return m_isClosed ? std::nullopt : m_newest;
    return std::nullopt;
}

} // namespace motley
