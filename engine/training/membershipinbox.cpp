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
        m_changed.notifyAll();
        if (!isOver(m_generation))
            return;
        lifetime = m_lifetime;
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

bool MembershipInbox::hasNewer(int generation) const
{
    return m_newest && m_newest->membership.generation > generation;
}

// A membership that follows a step follows the one before it: where that one was never formed, nothing is taken there.
bool MembershipInbox::isOver(int generation) const
{
    if (m_isClosed)
        return true;
    return hasNewer(generation)
        && !(m_newest->membership.followsAStep && m_newest->membership.generation == generation + 1);
}

bool MembershipInbox::waitsForStep(int generation)
{
    const std::lock_guard lock(m_mutex);
    return hasNewer(generation) && !isOver(generation);
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
    const auto hasNews = [&] { return m_isClosed || hasNewer(generation); };
    while (!hasNews() && !isStopping())
        m_changed.waitFor(lock, stopInterval, hasNews);
    return m_isClosed || !hasNewer(generation) ? std::nullopt : m_newest;
}

} // namespace motley
