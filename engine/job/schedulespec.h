// The learning rate over a run.
#pragma once

#include "engine/job/fieldproblem.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace motley {

struct ScheduleSpec {
    enum class Kind { Constant, Step, Linear, Polynomial, InverseSquareRoot, Cosine, OneCycle, Triangular };
    enum class Scaling { None, Linear, SquareRoot };

    Kind kind = Kind::Cosine;
    double peak = 0.05; // learning rate after the warm-up
    std::vector<double> epochPeaks; // in place of peak, one per epoch, the last for all that follow; empty: peak
    Scaling scaling = Scaling::None; // of the peak by batch / baseBatch, or by the root of it
    std::int64_t baseBatch = 256; // samples: the global batch that the peak was found with
    std::int64_t warmupSteps = 0; // linear from peak / warmupSteps; one-cycle: its rise; not of triangular
    double stepFactor = 0.1; // step: multiplied in after every stepEpochs epochs
    double stepEpochs = 10; // step
    std::int64_t decaySteps = 0; // linear to cosine, one-cycle: over after so many, warm-up included; 0: with the run
    double power = 1.0; // polynomial
    double initialFraction = 0.04; // one-cycle, triangular: they rise from peak * initialFraction
    double finalFraction = 0.0; // linear, polynomial, cosine, one-cycle: end at peak * finalFraction
    std::int64_t cycleSteps = 0; // cosine: restarts after so many, 0: never; triangular: up and down, 0: once
    std::int64_t cycleGrowth = 1; // cosine: a cycle is so many times as long as the one before
    double cycleFactor = 1.0; // cosine, triangular: a cycle is so many times as high as the one before
    bool lateByOne = false; // as HetSeq counts: step n has the rate of n - 1, so that a warm-up begins at 0

    bool operator==(const ScheduleSpec &) const = default;
};

// What ranges cannot say.
std::optional<FieldProblem> findProblem(const ScheduleSpec &schedule);

} // namespace motley
