// The optimizer state of several groups of ranks in one checkpoint: that of group 0 under its own names, that of
// another under names such as "group1/momentum.conv1.weight".
#pragma once

#include "engine/tensorfiles/namedtensors.h"

#include <string>

namespace motley {

std::string nameInGroup(int group, const std::string &name);

// How many groups the state is of. 1: the names have no groups.
int groupsIn(const NamedTensors &state);

// The state for another number of groups: each begins with the mean over the saved ones, and whole numbers, such as the
// count of steps, are group 0's. What is not of the optimizer stands once and stays.
NamedTensors regrouped(const NamedTensors &state, const NamedTensors &wanted);

} // namespace motley
