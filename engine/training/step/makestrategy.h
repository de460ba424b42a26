// The kinds of a step.
#pragma once

#include "engine/job/exchangespec.h"
#include "engine/training/step/stepstrategy.h"

#include <memory>

namespace motley {

// `groups`: the number of each rank's group where groups update by themselves. Every rank must call it; state and group
// must live longer.
std::unique_ptr<StepStrategy> makeStrategy(
    const ExchangeSpec &exchange, TrainingState &state, Group &group, const std::vector<int> &groups);

} // namespace motley
