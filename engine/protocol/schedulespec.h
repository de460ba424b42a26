// The learning rate over a run.
#pragma once

#include <cstdint>

namespace motley {

struct ScheduleSpec {
    enum class Kind { Constant, Step, Cosine };
    Kind kind = Kind::Cosine;
    double peak = 0.05; // learning rate after the warm-up
    std::int64_t warmupSteps = 0; // linear from peak / warmupSteps
    double stepFactor = 0.1; // step: multiplied in after every stepEpochs epochs
    double stepEpochs = 10; // step
    double finalFraction = 0.0; // cosine: ends at peak * finalFraction

    bool operator==(const ScheduleSpec &) const = default;
};

} // namespace motley
