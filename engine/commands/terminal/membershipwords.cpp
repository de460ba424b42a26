#include "engine/commands/terminal/membershipwords.h"

#include "engine/commands/terminal/numbers.h"

namespace motley {

namespace {

std::string nameOf(int machine, const std::vector<PlannedMachine> &machines)
{
    const bool isKnown = machine >= 0 && std::size_t(machine) < machines.size();
    return isKnown ? machines[std::size_t(machine)].name : std::to_string(machine);
}

std::string listed(const std::vector<int> &ranks)
{
    std::string text = std::to_string(ranks.front());
    for (std::size_t i = 1; i < ranks.size(); ++i)
        text += (i + 1 < ranks.size() ? ", " : " and ") + std::to_string(ranks[i]);
    return text;
}

std::string withFullStop(const std::string &cause)
{
    return cause.ends_with('.') ? cause : cause + ".";
}

} // namespace

std::string toText(const MembershipChanged &changed, const std::vector<PlannedMachine> &machines)
{
    std::string text;
    for (const LostTogether &lost : lostTogether(changed.lost)) {
        const bool isOne = lost.ranks.size() == 1;
        text += (isOne ? "Rank " : "Ranks ") + listed(lost.ranks) + " on " + nameOf(lost.machine, machines)
            + (isOne ? " is" : " are") + " lost: " + withFullStop(lost.cause) + " ";
    }
    for (const int machine : changed.came.value_or(std::vector<int>()))
        text += nameOf(machine, machines) + " takes part again. ";
    if (text.empty())
        text = "The ranks connect to each other again. ";
    return text + "The run goes on with " + std::to_string(changed.ranks.size())
        + (changed.ranks.size() == 1 ? " rank" : " ranks") + " from step " + grouped(double(changed.step + 1)) + ".";
}

std::string toText(const GenerationFormed &formed)
{
    return "The ranks are connected after " + fixed(formed.connectSeconds, 2) + " s, and hold the same state "
        + fixed(formed.syncSeconds, 2) + " s later.";
}

std::string toText(const RunMembers::Loss &loss, const std::vector<PlannedMachine> &machines)
{
    return "rank " + std::to_string(loss.failure.rank) + " on " + nameOf(loss.failure.machine, machines)
        + " after step " + grouped(double(loss.step)) + ": " + loss.failure.cause;
}

} // namespace motley
