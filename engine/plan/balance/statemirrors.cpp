#include "engine/plan/balance/statemirrors.h"

#include <algorithm>
#include <limits>

namespace motley {

std::vector<double> stateSharesOf(const Plan &plan, const MemorySpec &memory)
{
    std::vector<double> shares;
    for (const PlannedRank &rank : plan.ranks)
        shares.push_back(rank.stateShare);
    const bool planned = std::any_of(shares.begin(), shares.end(), [](double share) { return share > 0; });
    if (memory.shard == MemorySpec::Shard::Never || (memory.shard == MemorySpec::Shard::WhenNeeded && !planned))
        return {};
    return planned ? shares : std::vector<double>(shares.size(), 1);
}

std::vector<int> mirrorsBy(const std::vector<double> &shares, const std::vector<int> &machines)
{
    const auto ranks = int(shares.size());
    const bool isOneMachine
        = std::all_of(machines.begin(), machines.end(), [&](int machine) { return machine == machines.front(); });
    std::vector<int> mirrors;
    std::vector<double> mirrored(shares.size(), 0);
    for (int owner = 0; owner < ranks; ++owner) {
        const double range = shares[std::size_t(owner)];
        int chosen = (owner + 1) % ranks;
        double least = std::numeric_limits<double>::infinity();
        for (int distance = 1; distance < ranks; ++distance) {
            const int candidate = (owner + distance) % ranks;
            const auto i = std::size_t(candidate);
            if (!isOneMachine && machines[i] == machines[std::size_t(owner)])
                continue;
            const double load = shares[i] > 0 ? (mirrored[i] + range) / shares[i] : std::numeric_limits<double>::max();
            if (load >= least)
                continue;
            least = load;
            chosen = candidate;
        }
        mirrors.push_back(chosen);
        mirrored[std::size_t(chosen)] += range;
    }
    return mirrors;
}

std::vector<int> stateMirrorsOf(const Plan &plan, const MemorySpec &memory)
{
    const std::vector<double> shares = stateSharesOf(plan, memory);
    if (shares.size() < 2 || !memory.mirror || !plan.mirrorsState)
        return {};
    std::vector<int> machines;
    for (const PlannedRank &rank : plan.ranks)
        machines.push_back(rank.machine);
    return mirrorsBy(shares, machines);
}

bool holdsOnce(const Membership &now, const MemorySpec &memory)
{
    return stateSharesOf(now.plan, memory).size() > 1 && stateMirrorsOf(planOfMembers(now), memory).empty();
}

std::vector<double> mirroredShares(const std::vector<double> &shares, const std::vector<int> &mirrors)
{
    std::vector<double> mirrored(shares.size(), 0);
    for (std::size_t owner = 0; owner < mirrors.size(); ++owner)
        mirrored[std::size_t(mirrors[owner])] += shares[owner];
    return mirrored;
}

bool holdWholeState(const std::vector<int> &left, const Membership &before, const MemorySpec &memory)
{
    const Plan plan = planOfMembers(before);
    const std::vector<double> shares = stateSharesOf(plan, memory);
    if (shares.size() < 2) // each rank holds all of it
        return !left.empty();
    const std::vector<int> mirrors = stateMirrorsOf(plan, memory);
    const auto isLeft = [&](int position) {
        return std::find(left.begin(), left.end(), before.ranks[std::size_t(position)]) != left.end();
    };
    for (int owner = 0; owner < int(shares.size()); ++owner) {
        const bool isHeld = isLeft(owner) || (!mirrors.empty() && isLeft(mirrors[std::size_t(owner)]));
        if (shares[std::size_t(owner)] > 0 && !isHeld)
            return false;
    }
    return true;
}

} // namespace motley
