#include "engine/training/alignreplicas.h"

#include "engine/exchange/comparereplicas.h"

#include <cstdio>

namespace motley {

namespace {

std::string percent(double part)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.2g %%", 100 * part);
    return text;
}

// "rank 1 (node-b), rank 2 (node-c)"
std::string namesOf(const std::vector<int> &positions, const Membership &membership)
{
    std::string names;
    for (const int position : positions) {
        const int rank = membership.ranks[std::size_t(position)];
        names += (names.empty() ? "rank " : ", rank ") + std::to_string(rank) + " ("
            + membership.plan.machineOf(rank).name + ")";
    }
    return names;
}

} // namespace

std::optional<std::string> alignReplicas(
    TrainingState &state, Group &group, StepStrategy &strategy, const Membership &membership, std::int64_t step)
{
    const auto difference = compareReplicas(group, trainableParametersOf(state.task.model()));
    if (!difference)
        return std::nullopt;
    strategy.sync();
    const std::string first = "rank " + std::to_string(membership.ranks.front());
    return "At step " + std::to_string(step) + " the parameter " + difference->parameter + " of "
        + namesOf(difference->ranks, membership) + " differs from that of " + first + " by "
        + percent(difference->relative) + " of its norm. All ranks go on with " + first
        + "'s weights. Unlike devices round differently, but it takes very "
          "many steps to differ so much: where this is said again soon, train without the machine that is named, whose "
          "memory or processor may be damaged.";
}

} // namespace motley
