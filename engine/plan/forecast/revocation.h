// What a run takes on machines that may be taken away: expected time and money, and how often to save.
#pragma once

#include "engine/plan/forecast/forecast.h"
#include "engine/plan/forecast/lifetime.h"

namespace motley {

struct Revocable {
    Lifetime lifetime; // from the beginning of the run, and of each machine that takes its place
    double replaceSeconds = 0; // until there is another one in its place
};

enum class Recovery {
    FromCheckpoint, // all wait for the replacement, and go on from the last checkpoint
    FromSurvivors, // those who are left go on from the same step; the replacement joins them
};

struct RevocableRun {
    JobModel job;
    ClusterModel cluster;
    std::vector<Revocable> machines; // as many as the cluster has; all take part
    Recovery recovery = Recovery::FromCheckpoint;
    double checkpointSeconds = 0; // in which nobody computes
    std::int64_t everySteps = 0; // between checkpoints; 0: the best
    double restartSeconds = 0; // of all, each time that machines come or go
};

struct RevocationForecast {
    double seconds = 0; // infinite: machines go faster than work gets done
    double cost = 0; // of machines while they are there, and of energy
    double revocations = 0;
    std::int64_t everySteps = 0;
    double savingSeconds = 0; // of `seconds`: in checkpoints
    double lostSeconds = 0; // work done twice
    double waitingSeconds = 0; // for replacements and restarts, or what fewer machines did less meanwhile
};

// Averages over what may happen, to first order: that a machine goes while another is being replaced counts as
// separate. The time is that of CM-DARE (Li, Walls and Guo, ICDCS 2020), steps + checkpoints + revocations times what
// one costs, with the work that is lost added. Errors: those of forecast().
Result<RevocationForecast> expectRun(const RevocableRun &run);

// The same where it is known how often each machine is taken away.
Result<RevocationForecast> expectRun(const RevocableRun &run, const std::vector<double> &revocations);

// Steps between two checkpoints with which least time goes by, from the mean time between losses of work. 0: no work is
// ever lost.
Result<std::int64_t> bestInterval(const RevocableRun &run);

} // namespace motley
