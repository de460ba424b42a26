// From ticked machines to running agents: probe, deploy, measure, plan, launch. Blocking; everything goes in as values.
#pragma once

#include "engine/plan/candidate.h"
#include "engine/protocol/plan.h"
#include "engine/protocol/probereport.h"
#include "remote/engine/enginecommands.h"
#include "remote/prepare/runrequest.h"
#include "remote/session/prompter.h"

#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace motley {

enum class PreparationStage { Probing, Deploying, Measuring, Launching };

struct PreparationObserver { // called from several threads
    std::function<void(PreparationStage)> entered;
    std::function<void(const MachineProgress &)> progressed;
    std::function<void(const std::vector<CandidateMachine> &)> measured; // may be empty
    std::function<void(const Plan &)> planned;
    std::function<void(const std::vector<RemoteRun> &)> placed; // before the first agent starts
};

// All machines work at once within each step, and the first error ends it. Agents that were started by then are ended.
// Returns the session to the coordinating machine, whose agent lives.
Result<std::unique_ptr<Session>> prepareRun(const RunRequest &request, const QString &runId, Prompter &prompter,
    const PreparationObserver &observer, std::stop_token stop);

// Up to the measurement: every candidate has its speed. Nothing is started; of the observer, `entered` and `progressed`
// are called.
Result<std::vector<CandidateMachine>> measureMachines(
    const RunRequest &request, Prompter &prompter, const PreparationObserver &observer, std::stop_token stop);

// The ranks that a machine's ticked devices become.
std::vector<Candidate> candidatesOf(
    const RunRequest &request, const ProbeReport &report, const std::vector<Device> &devices);

// The processor's threads for each of `ranks` ranks, if the request does not say.
int threadsPerRank(const ProbeReport &report, int ranks);

// Can our engine run there? An Error names the machine, what it has and what is needed.
struct EngineNeeds {
    std::string architecture;
    std::string glibc;
};
Result<void> checkMachine(const QString &machine, const ProbeReport &report, const EngineNeeds &needs);

} // namespace motley
