#include "engine/plan/succession.h"

#include <algorithm>

namespace motley {

namespace {

using Step = Succession::Step;
// So many may be lost together with the leader, less one; each takes all events, which are a few hundred bytes a step
// for each machine.
constexpr std::size_t fewestKeepers = 15;

// Half of them, as those that are left may not go on anyway where more fall silent.
std::size_t keepersAmong(std::size_t machines)
{
    return std::max(fewestKeepers, machines / 2);
}

Contact contactOf(int machine, const Standing &standing)
{
    if (machine == standing.self)
        return Contact::Met;
    const auto found = standing.contacts.find(machine);
    return found == standing.contacts.end() ? Contact::Unasked : found->second;
}

// Where half of them are on one side and half on another, both sides agree on who is the first.
bool isMajority(const std::vector<int> &machines, const Standing &standing)
{
    int met = 0;
    int unknown = 0;
    bool hasFirst = false;
    for (const int machine : machines) {
        const Contact contact = contactOf(machine, standing);
        if (contact == Contact::Gone)
            continue;
        const bool isMet = contact == Contact::Met;
        if (met + unknown == 0)
            hasFirst = isMet;
        ++(isMet ? met : unknown);
    }
    return met > unknown || (met == unknown && hasFirst);
}

} // namespace

Succession succession(const Standing &standing)
{
    const auto is = [&](Contact contact) {
        return [contact, &standing](int machine) { return contactOf(machine, standing) == contact; };
    };
    const auto isReachable = [&](int machine) { return !is(Contact::Gone)(machine) && !is(Contact::Unknown)(machine); };
    const std::vector<int> &newest = standing.generations.back();
    const auto leader = std::find_if(newest.begin(), newest.end(), isReachable);
    const bool isLeftOut = std::find(newest.begin(), newest.end(), standing.self) == newest.end();
    if (isLeftOut || leader == newest.end())
        return {Step::StandDown, standing.self};
    if (*leader != standing.self)
        return {Step::Join, *leader};
    if (!standing.mayLead)
        return {Step::StandDown, standing.self};
    if (std::any_of(newest.begin(), newest.end(), is(Contact::Unasked)))
        return {Step::Wait, standing.self};
    const bool mayGoOn = std::all_of(standing.generations.begin(), standing.generations.end(),
        [&](const std::vector<int> &machines) { return isMajority(machines, standing); });
    if (mayGoOn)
        return {Step::Lead, standing.self};
    // One that an earlier generation lost may have ended, as its system says when it is asked.
    const bool isAnyUnasked
        = std::any_of(standing.generations.begin(), standing.generations.end(), [&](const std::vector<int> &machines) {
              return std::any_of(machines.begin(), machines.end(), is(Contact::Unasked));
          });
    return {isAnyUnasked ? Step::Wait : Step::StandDown, standing.self};
}

std::set<int> keepersOf(const std::vector<int> &machines, int leader)
{
    std::set<int> found;
    for (const int machine : machines)
        if (machine != leader && found.size() < keepersAmong(machines.size()))
            found.insert(machine);
    return found;
}

} // namespace motley
