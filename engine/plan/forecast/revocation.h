// Predicts a run on machines that may be revoked: expected time and cost, and how often to write checkpoints.
#pragma once

#include "engine/plan/forecast/forecast.h"
#include "engine/plan/forecast/lifetime.h"

namespace motley {

struct Revocable {
    Lifetime lifetime; // of the machine from the beginning of the run, and of each replacement
    double replaceSeconds = 0; // from a revocation until a replacement is there
};

enum class Recovery {
    FromCheckpoint, // all wait for the replacement, then resume from the last checkpoint
    FromSurvivors, // the remaining machines continue from the same step; the replacement joins them
};

struct RevocableRun {
    JobModel job;
    ClusterModel cluster;
    std::vector<Revocable> machines; // as many as the cluster has; all take part
    Recovery recovery = Recovery::FromCheckpoint;
    double checkpointSeconds = 0; // of one checkpoint, in which nobody computes
    std::int64_t everySteps = 0; // steps between checkpoints; 0: the best interval
    double restartSeconds = 0; // of the whole run, each time that a machine leaves or joins
};

struct RevocationForecast {
    double seconds = 0; // infinite: revocations come faster than work gets done
    double cost = 0; // of machines while they are there, and of energy
    double revocations = 0;
    std::int64_t everySteps = 0;
    double savingSeconds = 0; // part of `seconds` spent in checkpoints
    double lostSeconds = 0; // part of `seconds` for work that is done again
    double waitingSeconds = 0; // part of `seconds` for replacements, restarts and running with fewer machines
};

// Expected values to first order: a revocation while another machine is being replaced counts as independent. The time
// follows CM-DARE (Li, Walls and Guo, ICDCS 2020), steps + checkpoints + revocations times the cost of one, with lost
// work added. Errors: those of forecast(); `machines` of another size than the cluster.
Result<RevocationForecast> expectRun(const RevocableRun &run);

// The expected run with a given number of revocations of each machine.
Result<RevocationForecast> expectRun(const RevocableRun &run, const std::vector<double> &revocations);

// The steps between two checkpoints that lose the least time, by dalyInterval() of the mean time between losses of
// work. 0: no work is ever lost.
Result<std::int64_t> bestInterval(const RevocableRun &run);

} // namespace motley
