// How the ranks of a new generation bring together what each of them held of a sharded optimizer state in those before.
// What comes from where is decided by all alike, by what they have told each other of their steps and ranges.
//
// A rank that returned from the report of a step has updated its shards. The report has every rank's part in it: so one
// that did not return has the sums of its gradients by then, and lacks only what the report decides. Ranks that were
// updated may lack parameters of others, as these were still on their way.
#pragma once

#include "engine/exchange/gradients/shardmoves.h"
#include "engine/exchange/group.h"
#include "engine/training/step/trainingstate.h"

#include <cstdint>
#include <vector>

namespace motley {

class ShardSettlement {
public:
    // Both must live longer.
    ShardSettlement(TrainingState &state, Group &group) : m_state(state), m_group(group) { }

    // Every rank must call these, in this order.

    // Whether the ranks hold all of the state of the furthest among them.
    bool holdAll();
    // Brings all to the end of the furthest's step: ranks that did not hear of its report make their update by it, and
    // each gets the parameters that it lacks. Whether this rank had to do the first, and so has come as far as the
    // furthest.
    bool catchUp(int furthest);
    // From what they held to what they hold from now on.
    void giveOut(int root);

private:
    std::int64_t numbers() const; // in all parameters that are trained
    bool hasCome(std::int64_t step) const; // to its end, or as far as its report
    std::vector<HeldRange> heldAt(std::int64_t step); // by all ranks
    UpdateDecision decisionOf(int rank);
    void completeParameters(std::int64_t step);
    void park();

    TrainingState &m_state;
    Group &m_group;
};

} // namespace motley
