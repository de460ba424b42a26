// A job and the ticked machines as forecasts see them, from what was probed and measured.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/plan/candidate.h"
#include "engine/plan/forecast/advisor.h"
#include "engine/plan/forecast/clustermodel.h"
#include "engine/plan/forecast/revocation.h"

namespace motley {

struct RunModel {
    JobModel job;
    ClusterModel cluster; // machines in the order that they were given
    std::vector<Revocable> stays; // of the machines
    double checkpointSeconds = 0;
    double restartSeconds = 0; // from a loss until the run goes on, on machines that are there
    bool restartIsShown = false; // no part of these two is assumed
};

// Links are as they were measured. What nobody has measured is assumed: links carry what their interfaces say and take
// 0.2 ms a message, a GPU takes the power that it is limited to, a checkpoint is written with 200 MB a second, and
// until a run goes on 3 s pass to connect, 5 s to check what is there, 12 s to measure and 10 s to start. Errors: a
// device without a measured speed (names machine and device); no address at which the machines reach each other.
Result<RunModel> modelRun(const JobSpec &job, const std::vector<CandidateMachine> &machines);

// With machines that may be taken away; nullopt: all stay. A run goes on from its last checkpoint when one is gone.
std::optional<RevocationForecast> expectWithRevocations(const RunModel &model);

// What the advisor asks of the same run. `noiseScale`: as earlier runs have shown it, if any did.
AdviceInput adviceInput(const JobSpec &job, const RunModel &model, std::optional<double> noiseScale);

} // namespace motley
