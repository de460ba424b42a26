// The ranks that a generation has lost, as far as the coordinator has heard, and when that is all of them. When one
// rank fails, its peers lose a peer because of it, and may report that first.
#pragma once

#include "engine/base/runclock.h"
#include "engine/plan/succession.h"
#include "engine/protocol/event.h"
#include "engine/protocol/membership.h"

#include <chrono>
#include <functional>
#include <optional>
#include <set>
#include <vector>

namespace motley {

using Silences = std::function<double(int machine)>; // the seconds since its last sign of life

// Those that are no consequence of another, and then the others.
std::vector<RankFailed> rootCausesFirst(std::vector<RankFailed> failures);

class LostRanks {
public:
    using Clock = RunClock;

    void add(const RankFailed &failure, Clock::time_point now = Clock::now()); // the first of each rank counts
    // `contact`: Gone, or Unknown where it may train on with others.
    void addMachine(const Membership &members, int machine, const std::string &cause, Contact contact,
        RankFailed::Kind kind, Clock::time_point now);
    // A rank that lives has lost the connection to a peer.
    void addBroken(int rank, Clock::time_point now = Clock::now());

    bool isEmpty() const { return !m_since; }
    bool has(int rank) const; // it has failed
    bool hasCause() const; // at least one is no consequence of another
    std::optional<int> broken() const { return m_broken; } // the first
    const std::set<int> &unknown() const { return m_unknown; } // machines

    // Who is lost, the root cause first. nullopt: nobody, or more may still be heard. None: connections broke, and
    // nobody is lost. To be asked several times a second.
    std::optional<std::vector<RankFailed>> settled(
        const Membership &members, const Silences &silence, Clock::time_point now = Clock::now());

private:
    void addSilentMachines(const Membership &members, const Silences &silence, Clock::time_point now);
    bool isAnotherFallingSilent(const Membership &members, const Silences &silence) const;

    std::vector<RankFailed> m_failures; // in the order of their arrival
    std::optional<int> m_broken;
    std::set<int> m_silent; // machines that were lost because they were silent
    std::set<int> m_unknown;
    bool m_isSuspected = false; // one of them long before its limit, as its peers have lost it
    std::optional<Clock::time_point> m_since; // the first sign of a loss
    std::optional<Clock::time_point> m_causeSince;
};

} // namespace motley
