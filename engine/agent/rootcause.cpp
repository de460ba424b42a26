#include "engine/agent/rootcause.h"

#include "engine/agent/whyended.h"
#include "engine/rendezvous/controlchannel.h"

#include <algorithm>
#include <cassert>

namespace motley {

namespace {

constexpr auto limit = std::chrono::seconds(5); // how long after its consequences a root cause may be reported
constexpr double suspiciousGap = 3; // seconds without a heartbeat that explain lost connections

// Whether the failure only says that another rank went away.
bool isConsequence(const RankFailed &failure)
{
    return failure.kind == RankFailed::Kind::PeerLost;
}

} // namespace

const RankFailed &rootCauseOf(const std::vector<RankFailed> &failures)
{
    assert(!failures.empty());
    const auto root = std::find_if_not(failures.begin(), failures.end(), isConsequence);
    return root != failures.end() ? *root : failures.front();
}

void RootCause::add(const RankFailed &failure)
{
    if (m_failures.empty())
        m_since = RunClock::now();
    m_failures.push_back(failure);
}

std::optional<RankFailed> RootCause::find(
    const Plan &plan, const Silence &silence, std::chrono::duration<double> absence) const
{
    const RankFailed &likely = rootCauseOf(m_failures);
    if (!isConsequence(likely))
        return likely;
    if (absence > ControlChannel::heartbeatLimit - std::chrono::seconds(1))
        return failureOf(plan, 0, whyGivenUp(plan.machines.front(), absence));
    for (int machine = 1; machine < int(plan.machines.size()); ++machine)
        if (silence(machine) > suspiciousGap)
            return failureOf(plan, machine, whyGone(plan.machines[std::size_t(machine)]));
    if (m_failures.size() == plan.ranks.size() || RunClock::now() - m_since > limit)
        return likely;
    return std::nullopt;
}

} // namespace motley
