// The measurement of `membership`: a run loses a rank, an agent or a machine, and goes on without.
#pragma once

#include "engine/base/result.h"
#include "engine/bench/membership/loopbackmachines.h"

#include <optional>
#include <string>
#include <vector>

namespace motley {

enum class Fault {
    Worker, // the last machine's last rank is killed
    FirstWorker, // the rank that reports is killed
    Agent, // the last machine's agent is killed, and its ranks with it
    Coordinator, // the coordinating agent is killed, and its ranks with it
    SilentMachine, // the last machine's processes stand still, and their connections stay open
};

enum class FaultPhase {
    FirstStep, // the run has just started
    Step, // in the middle of one
    Checkpoint, // one is being written
    Test,
};

constexpr const char *nameOfRejoin = "rejoin"; // as a fault: a machine that was lost comes back

const char *nameOf(Fault fault);
const char *nameOf(FaultPhase phase);

// Seconds are since the fault; of a machine that comes back since the command that starts its agent. nullopt: it did
// not come to that.
struct MembershipRow {
    std::optional<Fault> fault; // nullopt: a machine comes back
    FaultPhase phase = FaultPhase::Step;
    int machines = 0;
    int ranks = 0;
    double stepSeconds = 0; // median before the fault; 0: there was none
    std::optional<double> detected; // the coordinator has decided who goes on
    std::optional<double> formed; // the ranks that are left are connected
    std::optional<double> settled; // they hold the same state
    std::optional<double> nextStep; // the next step, or the test that the run ended with, is done
    std::optional<double> waited; // how much longer a step took as a machine came back
    std::int64_t stepsLost = 0; // reported twice or never, or with other samples than without the fault
    double lossGap = 0; // largest relative difference of a step's loss to the run without the fault
    std::string ended; // why the run ended, where that is not its last step
};

struct MembershipOptions {
    std::string task;
    LoopbackOptions run;
    std::int64_t batch = 0; // 0: the job's
};

// The job as these runs train it: few steps, with a checkpoint in between and a test at the end.
Result<JobSpec> membershipJob(const MembershipOptions &options);

// Runs the job once without a fault, up to that step. Errors: what ended it before.
Result<std::vector<StepDone>> trainUndisturbed(
    const JobSpec &job, const LoopbackOptions &options, std::int64_t lastStep);

Result<MembershipRow> measureFault(const JobSpec &job, const LoopbackOptions &options, Fault fault, FaultPhase phase,
    const std::vector<StepDone> &undisturbed);

// The last machine is lost, and its agent is started again.
Result<MembershipRow> measureRejoin(const JobSpec &job, const LoopbackOptions &options);

} // namespace motley
