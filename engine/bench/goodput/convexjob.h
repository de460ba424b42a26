// A job whose loss is the same to the last digits however its batch is split, for as long as it trains.
#pragma once

#include "engine/base/result.h"
#include "engine/job/jobspec.h"

#include <cstdint>
#include <string>

namespace motley {

// Logistic regression upon fixed random features: its loss is convex, so steps never move two models apart, whereas
// training of a network amplifies rounding without end. Its model and rows are written to `folder`. It has no last
// step.
Result<JobSpec> makeConvexJob(std::int64_t batch, const std::string &folder);

} // namespace motley
