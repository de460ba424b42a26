// What Trainer does at each checkpoint where the ranks' copies of the parameters have drifted apart.
#include "engine/training/trainer.h"

#include "engine/exchange/comparereplicas.h"
#include "engine/tasks/task.h"

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

// A checkpoint has rank 0's copy, so from here on a resumed run and one that went on are the same.
void Trainer::alignReplicas(std::int64_t step)
{
    const auto difference = compareReplicas(m_group, parametersOf(m_task.model()));
    if (!difference)
        return;
    if (isRankZero())
        warn("At step " + std::to_string(step) + " the parameter " + difference->parameter + " of "
            + namesOf(difference->ranks, m_context.launch.plan) + " differs from that of rank 0 by "
            + percent(difference->relative)
            + " of its norm. All ranks go on with rank 0's weights. Unlike devices round differently, but it takes "
              "very many steps to differ so much: where this is said again soon, train without the machine that is "
              "named, whose memory or processor may be damaged.");
    broadcastState(m_step->gatherState());
}

} // namespace motley
