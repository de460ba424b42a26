// Makes the job and cluster models of forecasts from what was probed and measured on the selected machines.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/plan/candidate.h"
#include "engine/plan/forecast/advisor.h"
#include "engine/plan/forecast/clustermodel.h"
#include "engine/plan/forecast/revocation.h"

namespace motley {

struct RunModel {
    JobModel job;
    ClusterModel cluster; // machines in the given order
    std::vector<Revocable> stays; // one for each machine
    double checkpointSeconds = 0;
    double restartSeconds = 0; // from a failure until the run continues, on machines that are there
    bool restartIsShown = false; // checkpointSeconds and restartSeconds are all measured, none assumed
};

// Links are as they were measured. What was not measured is assumed: links carry what their interfaces report, with a
// latency of 0.2 ms, a GPU draws its power limit, a checkpoint is written at 200 MB/s, and a restart takes 3 s to
// connect, 5 s to check the files, 12 s to measure and 10 s to start. Errors: a device without a measured speed (names
// machine and device); no address at which the machines reach each other.
Result<RunModel> modelRun(const JobSpec &job, const std::vector<CandidateMachine> &machines);

// The expected run where machines may be revoked; nullopt: none can be, or the steps are not known. After a revocation
// the run resumes from its last checkpoint.
std::optional<RevocationForecast> expectWithRevocations(const RunModel &model);

// The input of advise() for this run. `noiseScale`: as earlier runs measured it; nullopt: not known.
AdviceInput adviceInput(const JobSpec &job, const RunModel &model, std::optional<double> noiseScale);

} // namespace motley
