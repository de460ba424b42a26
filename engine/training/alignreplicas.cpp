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
std::string namesOf(const std::vector<int> &ranks, const Plan &plan)
{
    std::string names;
    for (const int rank : ranks)
        names += (names.empty() ? "rank " : ", rank ") + std::to_string(rank) + " (" + plan.machineOf(rank).name + ")";
    return names;
}

} // namespace

std::optional<std::string> alignReplicas(
    TrainingState &state, Group &group, StepStrategy &strategy, const Plan &plan, std::int64_t step)
{
    const auto difference = compareReplicas(group, parametersOf(state.task.model()));
    if (!difference)
        return std::nullopt;
    strategy.sync();
    return "At step " + std::to_string(step) + " the parameter " + difference->parameter + " of "
        + namesOf(difference->ranks, plan) + " differs from that of rank 0 by " + percent(difference->relative)
        + " of its norm. All ranks go on with rank 0's weights. Unlike devices round differently, but it takes very "
          "many steps to differ so much: where this is said again soon, train without the machine that is named, whose "
          "memory or processor may be damaged.";
}

} // namespace motley
