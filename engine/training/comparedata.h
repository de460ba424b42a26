// Tells before the first step whether the ranks would train the same model on the same data.
#pragma once

#include "engine/exchange/group.h"
#include "engine/protocol/launchspec.h"
#include "engine/protocol/membership.h"
#include "engine/training/step/trainingstate.h"

namespace motley {

// Every rank of the membership must call it, and all get the same result. The Error names the first rank that has
// another job or plan, training set, test set, model or frozen weights than the first of all, and what differs.
Result<void> compareRanks(
    Group &group, const LaunchSpec &launch, const Membership &membership, const TrainingState &state);

// Says that a rank, by its position among those that train, drew other samples in a step than the first.
std::string unlikeSamples(std::int64_t step, int position, const Membership &membership);

} // namespace motley
