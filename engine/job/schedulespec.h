// The learning rate schedule of a run.
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
    std::vector<double> epochPeaks; // in place of peak: one per epoch, the last one for all later epochs; empty: peak
    Scaling scaling = Scaling::None; // multiplies the peak by batch / baseBatch or its square root
    std::int64_t baseBatch = 256; // samples: the global batch that the peak is right for
    std::int64_t warmupSteps = 0; // linear rise from peak / warmupSteps; one-cycle: its rise; not used by triangular
    double stepFactor = 0.1; // step: the rate is multiplied by it after every stepEpochs epochs
    double stepEpochs = 10; // step
    std::int64_t decaySteps = 0; // linear, polynomial, cosine, one-cycle: length with warm-up; 0: the whole run
    double power = 1.0; // polynomial
    double initialFraction = 0.04; // one-cycle, triangular: the rate rises from peak * initialFraction
    double finalFraction = 0.0; // linear, polynomial, cosine, one-cycle: the rate ends at peak * finalFraction
    std::int64_t cycleSteps = 0; // cosine: steps until it restarts, 0: never; triangular: up and down, 0: once
    std::int64_t cycleGrowth = 1; // cosine: length of a cycle over that of the previous one
    double cycleFactor = 1.0; // cosine, triangular: height of a cycle over that of the previous one
    bool lateByOne = false; // as in HetSeq: step n has the rate of step n - 1, so that a warm-up begins at 0

    bool operator==(const ScheduleSpec &) const = default;
};

// The first problem that spans several fields, so that the ranges of single fields cannot find it; nullopt: none.
std::optional<FieldProblem> findProblem(const ScheduleSpec &schedule);

} // namespace motley
