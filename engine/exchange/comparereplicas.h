// Whether the ranks' copies of the parameters are still alike. All ranks make the same update; but unlike devices round
// differently, so copies drift apart in their last digits, and a device whose memory or arithmetic is damaged leaves
// the others at once.
#pragma once

#include "engine/exchange/group.h"
#include "engine/tensorfiles/namedtensors.h"

#include <optional>
#include <string>
#include <vector>

namespace motley {

struct ReplicaDifference {
    std::string parameter; // the first that differs
    std::vector<int> ranks; // whose copy of it differs from rank 0's
    double relative = 0; // the largest of their differences, in norms of the parameter; not finite where a copy is not
};

// Every rank must call it with the same parameters; all get the same answer, nullopt: all copies are alike. Compares
// sum and norm of each parameter, which a difference d of a copy changes by about the norm of d, and at random by much
// less. Reads each parameter three times, in parts, and waits once for the device; the ranks exchange two numbers for
// each parameter and rank.
std::optional<ReplicaDifference> compareReplicas(Group &group, const NamedTensors &parameters);

} // namespace motley
