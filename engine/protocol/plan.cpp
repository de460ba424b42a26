#include "engine/protocol/plan.h"

#include "engine/protocol/planfields.h"

#include <algorithm>

namespace motley {

std::int64_t MemoryParts::sum() const
{
    return frozen + trained + optimizer + mirror + exchange + checkpoint + gradients + logits + activations;
}

std::string toJson(const Plan &plan)
{
    return dumpLine(versionedJsonOf(plan));
}

Result<void> checkMachines(const Plan &plan)
{
    for (std::size_t i = 0; i < plan.ranks.size(); ++i) {
        const int machine = plan.ranks[i].machine;
        if (machine < 0 || std::size_t(machine) >= plan.machines.size())
            return fail("The field ranks[" + std::to_string(i) + "].machine must be a machine of the plan, which has "
                + std::to_string(plan.machines.size()) + ", but is " + std::to_string(machine) + ".");
    }
    return {};
}

int groupsOf(const Plan &plan)
{
    int groups = 0;
    for (const PlannedRank &rank : plan.ranks)
        groups = std::max(groups, rank.group.value_or(-1) + 1);
    return groups;
}

Result<void> validate(const Plan &plan, std::int64_t batch)
{
    if (plan.machines.empty() || plan.ranks.empty())
        return fail("The plan has no machine or no rank.");
    if (const auto machines = checkMachines(plan); !machines)
        return machines;
    std::vector<bool> used(plan.machines.size(), false);
    int groups = 0;
    std::int64_t total = 0;
    for (std::size_t i = 0; i < plan.ranks.size(); ++i) {
        const auto &rank = plan.ranks[i];
        const std::string where = "ranks[" + std::to_string(i) + "]";
        if (rank.share < 0 || rank.share > batch || rank.microbatch < 0)
            return fail("The fields " + where + ".share and .microbatch must be between 0 and the batch, "
                + std::to_string(batch) + ".");
        if (rank.largestShare && *rank.largestShare < rank.share)
            return fail("The field " + where + ".largestShare must not be below the share, "
                + std::to_string(rank.share) + ", but is " + std::to_string(*rank.largestShare) + ".");
        if (rank.memoryLimit < 0 || rank.stateShare < 0)
            return fail("The fields " + where + ".memoryLimit and .stateShare must not be below 0.");
        if (rank.threads < 1 || rank.threads > 4096)
            return fail("The field " + where + ".threads must be between 1 and 4096, but is "
                + std::to_string(rank.threads) + ".");
        if (rank.group.has_value() != plan.ranks.front().group.has_value() || rank.group.value_or(0) < 0
            || rank.group.value_or(0) > groups)
            return fail("The field " + where
                + ".group must be set on all ranks or on none, and groups be numbered in the order of their first "
                  "ranks.");
        groups = std::max(groups, rank.group.value_or(-1) + 1);
        used[std::size_t(rank.machine)] = true;
        total += rank.share;
    }
    if (total != batch)
        return fail("The shares of the plan sum to " + std::to_string(total) + ", but the batch is "
            + std::to_string(batch) + ".");
    for (std::size_t i = 0; i < plan.machines.size(); ++i) {
        if (!used[i])
            return fail("The machine " + plan.machines[i].name + " has no rank in the plan.");
        if (plan.machines[i].address.empty())
            return fail("The machine " + plan.machines[i].name + " has no address in the plan.");
    }
    return {};
}

} // namespace motley
