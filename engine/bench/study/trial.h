// One training of the study, and how its test loss falls with the samples.
#pragma once

#include "engine/base/result.h"
#include "engine/bench/study/joinrule.h"
#include "engine/job/jobspec.h"

#include <optional>

namespace motley {

struct Trial {
    JobSpec job; // task, data and, as the batch of one rank, `batch`
    OptimizerSpec optimizer;
    JoinRule rule = JoinRule::Mean;
    int ranks = 1;
    double rate = 0; // learning rate after a warm-up over the first twentieth of the samples
    std::uint64_t seed = 1; // of the initial weights and the order of samples
    std::int64_t samples = 0; // to train on
    std::int64_t tests = 20; // spread evenly over the samples
    std::int64_t testSamples = 500; // at most
    int threads = 1; // of the processor
};

struct TestPoint {
    std::int64_t step = 0;
    std::int64_t samples = 0; // trained on by then
    double loss = 0; // infinite: the training was lost
    std::string metric; // the task's first, as a user reads it
};

// Ends early where the loss is no longer finite. Errors: those of openDevice() and openTask(); a task without a test
// set.
Result<std::vector<TestPoint>> runTrial(const Trial &trial);

// The first point at or below the loss; nullopt: there is none.
std::optional<TestPoint> firstAtOrBelow(const std::vector<TestPoint> &points, double loss);

} // namespace motley
