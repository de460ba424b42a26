#include "engine/agent/lostranks.h"

#include "engine/agent/whyended.h"

#include <algorithm>

namespace motley {

namespace {

constexpr std::chrono::seconds causeLimit{5}; // how long after its consequences a root cause may be reported
constexpr std::chrono::milliseconds settleTime{300}; // in which ranks that fail together are heard of
constexpr double suspiciousGap = 3; // seconds without a heartbeat that explain lost connections
constexpr double sameTime = 3; // seconds between the last heartbeats of machines that are lost together
constexpr double usualGap = 1; // seconds between heartbeats, at most, on a busy machine

// Whether the failure only says that another rank went away.
bool isConsequence(const RankFailed &failure)
{
    return failure.kind == RankFailed::Kind::PeerLost;
}

std::set<int> machinesOf(const Membership &members)
{
    std::set<int> machines;
    for (const int rank : members.ranks)
        machines.insert(members.plan.ranks[std::size_t(rank)].machine);
    return machines;
}

} // namespace

std::vector<RankFailed> rootCausesFirst(std::vector<RankFailed> failures)
{
    std::stable_partition(
        failures.begin(), failures.end(), [](const RankFailed &failure) { return !isConsequence(failure); });
    return failures;
}

void LostRanks::add(const RankFailed &failure, Clock::time_point now)
{
    if (has(failure.rank))
        return;
    m_failures.push_back(failure);
    m_since = m_since.value_or(now);
    if (!isConsequence(failure))
        m_causeSince = m_causeSince.value_or(now);
}

void LostRanks::addMachine(const Membership &members, int machine, const std::string &cause, Contact contact,
    RankFailed::Kind kind, Clock::time_point now)
{
    m_silent.insert(machine);
    if (contact == Contact::Unknown)
        m_unknown.insert(machine);
    for (const int rank : members.ranks)
        if (members.plan.ranks[std::size_t(rank)].machine == machine)
            add({rank, machine, cause, {}, kind}, now);
}

void LostRanks::addBroken(int rank, Clock::time_point now)
{
    m_broken = m_broken.value_or(rank);
    m_since = m_since.value_or(now);
}

bool LostRanks::has(int rank) const
{
    return std::any_of(
        m_failures.begin(), m_failures.end(), [rank](const RankFailed &failure) { return failure.rank == rank; });
}

bool LostRanks::hasCause() const
{
    return m_causeSince.has_value();
}

std::optional<std::vector<RankFailed>> LostRanks::settled(
    const Membership &members, const Silences &silence, Clock::time_point now)
{
    if (!m_since)
        return std::nullopt;
    if (!hasCause() || m_isSuspected)
        addSilentMachines(members, silence, now);
    const bool areAllLost = m_failures.size() >= members.ranks.size();
    const bool isWaiting = hasCause() ? now - *m_causeSince < settleTime || isAnotherFallingSilent(members, silence)
                                      : now - *m_since < causeLimit;
    if (isWaiting && !areAllLost)
        return std::nullopt;
    return rootCausesFirst(m_failures);
}

void LostRanks::addSilentMachines(const Membership &members, const Silences &silence, Clock::time_point now)
{
    for (const int machine : machinesOf(members)) {
        if (silence(machine) <= suspiciousGap || m_silent.count(machine))
            continue;
        m_isSuspected = true;
        addMachine(members, machine, whyGone(members.plan.machines[std::size_t(machine)]), Contact::Unknown,
            RankFailed::Kind::Hung, now);
    }
}

// A machine that is lost together with silent ones, but whose last heartbeat came a moment later than theirs.
bool LostRanks::isAnotherFallingSilent(const Membership &members, const Silences &silence) const
{
    if (m_silent.empty())
        return false;
    double longest = 0;
    for (const int machine : m_silent)
        longest = std::max(longest, silence(machine));
    const std::set<int> machines = machinesOf(members);
    return std::any_of(machines.begin(), machines.end(), [&](int machine) {
        return !m_silent.count(machine) && silence(machine) > std::max(usualGap, longest - sameTime);
    });
}

} // namespace motley
