// What follows where a run loses ranks: who trains on with which shares, or why nobody can. Pure functions.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/plan/balance/steptime.h"
#include "engine/protocol/event.h"
#include "engine/protocol/membership.h"

#include <optional>
#include <set>
#include <vector>

namespace motley {

// The next membership, without some ranks of this one. `times`: of each rank of the plan, by its number; where a rank's
// is not known (no seconds for a unit) all count as equally fast. The slowest rank finishes as early as possible;
// shares that the user gave keep their proportions, and groups of Adasum that get equal parts of the batch still do.
// Errors: no rank is left; the batch does not fit into what the others may take.
Result<Membership> membershipWithout(
    const Membership &now, const std::set<int> &lostRanks, const std::vector<StepTime> &times, const JobSpec &job);

// The next membership, with all ranks of a machine none of whose ranks trains now. `plan`: that of the run's launch, by
// whose shares those of the user are given. The machine that coordinates stays the first. Errors: the batch does not
// fit.
Result<Membership> membershipWith(
    const Membership &now, int machine, const Plan &plan, const std::vector<StepTime> &times, const JobSpec &job);

// Why a run cannot go on without ranks that it lost.
enum class Hindrance {
    WouldRecur, // the ranks that are left would fail of the same
    NoRankLeft,
    NoneOnLeader, // the machine that coordinates, which holds the run's folder
    ShardedState, // of the optimizer: what the lost ranks held, no other rank holds, and there is no checkpoint
    FollowsTheWork, // generation after generation fails of it before its first step
    BatchTooLarge, // for the ranks that are left
};

struct GenerationLosses { // of one generation
    std::vector<RankFailed> failures; // each lost rank's
    bool isBeforeFirstStep = false;
    int leader = 0; // the machine that coordinates
};

// nullopt: it may go on with the ranks that are `left`, in the order of the membership. `before`: the losses of the
// generation before, if that ended by losses. `hasState`: the whole optimizer state can be had where it is
// sharded, of the ranks that are left or of a checkpoint. BatchTooLarge is for
// membershipWithout() to tell.
std::optional<Hindrance> hindranceTo(const std::vector<int> &left, const Plan &plan, const JobSpec &job,
    const GenerationLosses &losses, const GenerationLosses &before, bool hasState = false);

} // namespace motley
