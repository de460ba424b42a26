// Which ranks of a run's plan train together, and how they share each batch: what the coordinator tells every rank, and
// what a Generation is formed from.
#pragma once

#include "engine/protocol/plan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

struct Reported { // steps of the newest of each kind that the run's log has; 0: none
    std::int64_t step = 0;
    std::int64_t test = 0;
    std::int64_t checkpoint = 0;

    bool operator==(const Reported &) const = default;
};

struct Membership {
    static constexpr int currentVersion = 1;

    int generation = 1; // the same on all ranks; that of a later membership is greater
    Plan plan; // of the whole run: a rank keeps its number for as long as the run lasts
    // Those that train: first those of the machine that coordinates, then the others, both ascending. All others have
    // no share of the plan.
    std::vector<int> ranks;
    // By which a rank that reports in place of a lost one knows where to go on; nullopt: the lost one is taken to have
    // reported all that it did.
    std::optional<Reported> reported = {};
    // The generation before loses nobody: its ranks end it together, once the step in progress and what is due after
    // that are done.
    bool followsAStep = false;

    bool operator==(const Membership &) const = default;
};

Membership everyRankOf(const Plan &plan); // the first of a run

// The position of a rank among those that train; nullopt: it is not one of them.
std::optional<int> indexOf(const Membership &membership, int rank);

// A plan whose ranks are the ones that train, in their order: a rank's index there is its position. Machines keep their
// numbers, and groups of Adasum are numbered anew, as validate() wants them.
Plan planOfMembers(const Membership &membership);

// Index = rank of the run's plan, 0 for one that does not train. `ofMembers`: by their positions.
std::vector<std::int64_t> sharesByRank(const Membership &membership, const std::vector<std::int64_t> &ofMembers);

// In the order of their ranks, which is that in which they coordinate, one after the other is lost.
std::vector<int> machinesInOrder(const Membership &membership);

// Errors: no rank, a rank that is not of the plan or twice there, a rank of no machine.
Result<void> checkRanks(const Membership &membership);

std::string toLine(const Membership &membership); // one JSON object, no newline
// Errors: not such a line, and those of checkRanks().
Result<Membership> parseMembership(std::string_view line);

} // namespace motley
