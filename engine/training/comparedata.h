// Tells before the first step whether the ranks would train the same model on the same data.
#pragma once

#include "engine/exchange/group.h"
#include "engine/protocol/launchspec.h"
#include "engine/protocol/membership.h"
#include "engine/training/step/trainingstate.h"

#include <torch/csrc/distributed/c10d/Store.hpp>

#include <array>

namespace motley {

// What a rank would train on: numbers that are alike where that is.
using RankFacts = std::array<std::int64_t, 7>;
RankFacts factsOf(const LaunchSpec &launch, const Membership &membership, const TrainingState &state);

// Every rank of the membership must call it, and all get the same result. The Error names the first rank that has
// another job or plan, training set, test set, model or frozen weights than the first of all, and what differs.
Result<void> compareRanks(Group &group, const RankFacts &mine, const Membership &membership);

// The first rank lets ranks that come later compare themselves with it, before the others wait for them.
void publishFacts(c10d::Store &store, const RankFacts &mine);
// Waits until that is done. `membership`: for the names of ranks.
Result<void> compareWithFirst(c10d::Store &store, const RankFacts &mine, int rank, const Membership &membership);

// Says that a rank, by its position among those that train, drew other samples in a step than the first.
std::string unlikeSamples(std::int64_t step, int position, const Membership &membership);

} // namespace motley
