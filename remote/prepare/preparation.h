// From ticked machines to running agents: probe, deploy, measure, plan, launch. Blocking, for worker threads.
#pragma once

#include "engine/plan/candidate.h"
#include "engine/protocol/probereport.h"
#include "remote/prepare/preparationobserver.h"
#include "remote/prepare/runrequest.h"
#include "remote/session/prompter.h"
#include "remote/session/session.h"

#include <QString>

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace motley {

// Within each stage all machines work at once, and the first error ends the preparation. Agents that were started by
// then are ended. Returns the session to the coordinating machine, whose agent runs.
Result<std::unique_ptr<Session>> prepareRun(const RunRequest &request, const QString &runId, Prompter &prompter,
    const PreparationObserver &observer, std::stop_token stop);

// Prepares up to the measurement and returns the candidates, all with their speeds. No agent is started. Of the
// observer only `entered` and `progressed` are called.
Result<std::vector<CandidateMachine>> measureMachines(
    const RunRequest &request, Prompter &prompter, const PreparationObserver &observer, std::stop_token stop);

// Measures the links between the machines alone, for which they get the engine. A machine that another one does not
// reach is no error: its link says so.
Result<std::vector<CandidateMachine>> measureLinks(
    const RunRequest &request, Prompter &prompter, const PreparationObserver &observer, std::stop_token stop);

// The ranks on a machine's ticked devices.
std::vector<Candidate> candidatesOf(
    const RunRequest &request, const ProbeReport &report, const std::vector<Device> &devices);

// The most CPU threads for each of `ranks` ranks, if the request does not say. With how many a rank is fastest is
// measured: under a quota that may be fewer.
int threadsPerRank(const ProbeReport &report, int ranks);

// What our engine needs of a machine. The error of checkMachine() names the machine, what it has and what is needed.
struct EngineNeeds {
    std::string architecture;
    std::string glibc;
};
Result<void> checkMachine(const QString &machine, const ProbeReport &report, const EngineNeeds &needs);

} // namespace motley
