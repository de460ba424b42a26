// Which ranks train together, and where they meet: what a Generation is formed from.
#pragma once

#include "engine/protocol/plan.h"

namespace motley {

struct Membership {
    int number = 1; // of the generation, the same on all ranks; a later one has other ranks
    Plan plan;
    int rank = 0; // this process's
    int storePort = 0; // of the plan's first machine
};

} // namespace motley
