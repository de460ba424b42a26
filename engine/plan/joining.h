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
    bool isChanging = false; // ranks are being lost, or a generation is being formed
};

enum class Joining {
    Wait,
    Prepare, // its ranks open data and model, while the others train on
    TakeIn, // its ranks train from the next generation on
    RefuseAtEnd,
    RefuseTwice, // an agent of it is welcome already
};

Joining joining(const JoinCase &now);

} // namespace motley
