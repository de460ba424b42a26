// Whether a machine of a run that was lost takes part again, and when: its agent was started anew and asks. A pure
// function of what the coordinator knows.
#pragma once

#include <set>
#include <vector>

namespace motley {

struct JoinCase { // of one machine
    std::vector<int> ranks; // of it in the plan
    std::set<int> training; // ranks of all machines
    std::set<int> ready; // ranks that wait to train, with data and model open
    bool isWelcome = false; // its agent was told to get its ranks ready
    bool asks = true; // an agent of it does, beside the one that is welcome
    bool isEnding = false; // the run is being stopped, or all is trained
    bool isSharded = false; // the optimizer state
    bool isAdasum = false; // groups update by themselves
    bool isChanging = false; // ranks are being lost, or a generation is being formed
    bool isAtBorder = false; // a step was reported just now
};

enum class Joining {
    Wait,
    Prepare, // its ranks open data and model, while the others train on
    TakeIn, // its ranks train from the next generation on
    RefuseAtEnd,
    RefuseSharded, // to shard the state anew, all would go back to the newest checkpoint
    RefuseAdasum, // the optimizer state of its group may be nowhere else
    RefuseTwice, // an agent of it is welcome already
};

Joining joining(const JoinCase &now);

} // namespace motley
