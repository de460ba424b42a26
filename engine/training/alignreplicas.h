// Brings the ranks' copies of the parameters together again where they have drifted apart.
#pragma once

#include "engine/protocol/membership.h"
#include "engine/training/step/stepstrategy.h"

#include <optional>
#include <string>

namespace motley {

// Every rank must call it, at each checkpoint: that has the first rank's copy, so from there on a resumed run and one
// that went on are the same. What to warn of; nullopt: all copies are alike.
std::optional<std::string> alignReplicas(
    TrainingState &state, Group &group, StepStrategy &strategy, const Membership &membership, std::int64_t step);

} // namespace motley
