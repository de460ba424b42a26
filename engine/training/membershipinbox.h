// What a rank is told, while it trains, of who trains together from now on: read by one thread, waited for by another.
#pragma once

#include "engine/base/monotoniccondition.h"
#include "engine/base/runclock.h"
#include "engine/protocol/membership.h"

#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>

namespace motley {

struct ToldMembership {
    Membership membership;
    RunClock::time_point heard;
};

class MembershipInbox {
public:
    // Takes the newest membership, which ends the generation before it, or waits for its step. One that is no newer is
    // dropped.
    void push(Membership membership);
    void close(); // nothing more will come, which ends the generation too

    // Of the generation that is formed and trains next. Its stop is requested once it is over.
    std::stop_token lifetimeOf(int generation);
    bool waitsForStep(int generation); // whether a newer membership follows the step that this one takes
    // Waits for a newer one. nullopt: `isStopping` says not to wait, or nothing more will come.
    std::optional<ToldMembership> next(int generation, const std::function<bool()> &isStopping);

private:
    // The mutex must be locked.
    bool hasNewer(int generation) const;
    bool isOver(int generation) const;

    std::mutex m_mutex;
    MonotonicCondition m_changed;
    std::optional<ToldMembership> m_newest;
    bool m_isClosed = false;
    int m_generation = 0; // the latest that lifetimeOf() was asked for
    std::stop_source m_lifetime; // its
};

} // namespace motley
