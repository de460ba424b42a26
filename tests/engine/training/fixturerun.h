// Runs the ranks of a plan as threads over Gloo on 127.0.0.1 and keeps their events and results.
#pragma once

#include "engine/exchange/group.h"
#include "engine/protocol/event.h"
#include "engine/training/worker.h"
#include "slowtask.h"

#include <QByteArray>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

struct RunResult {
    std::vector<RankResult<WorkerOutcome>> outcomes; // by rank
    std::vector<EventBody> events; // of rank 0
    std::vector<Warning> otherWarnings = {}; // of all ranks but 0

    std::vector<StepDone> steps() const;
    std::vector<SharesChanged> changes() const;
    std::optional<Evaluation> lastEvaluation() const;
    std::vector<CheckpointSaved> checkpoints() const;
    std::vector<std::string> warnings() const;
    bool noted(std::string_view words) const; // whether rank 0 gave a note that contains these words
    bool warned(std::string_view words) const; // whether rank 0 gave a warning that contains these words
    QByteArray problem() const; // the error of the first rank that failed; empty: none failed
};

using JobOpener = std::function<Result<std::unique_ptr<Task>>(const JobSpec &)>;

struct RunRequest {
    JobSpec job;
    std::vector<std::int64_t> shares;
    std::string folder;
    std::string resumeFrom = {};
    std::int64_t microbatch = 0;
    std::int64_t stopAfterStep = 0; // 0: no stop is requested
    ShareRule rule = ShareRule::Given; // Given: shares do not change
    std::chrono::microseconds perSample{0}; // added to each sample's time, on every rank
    std::vector<double> stateShares = {}; // of the optimizer state, by rank; empty: all on each
    std::vector<bool> recomputing = {}; // for each rank, whether it recomputes activations; empty: none does
    std::vector<std::int64_t> memoryLimits = {}; // bytes for each rank; empty: no limits
    std::vector<Device> devices = {}; // of each rank; empty: the CPU
    LossChange changeLoss = {}; // on the last rank
    std::vector<int> groups = {}; // of the ranks, for Adasum; empty: none
    JobOpener open = {}; // opens the task of all ranks; empty: as the job says
    JobOpener openOnLast = {}; // opens the task of the last rank; empty: as on the others
};

// The largest relative difference of the losses of two runs' steps; infinite where one has more steps.
double largestDifference(const RunResult &a, const RunResult &b);

RunResult runRanks(const RunRequest &request);

// Calls `work` on threads, each a rank of one group. `devices`: of each rank, opened; empty: the CPU.
void runAsRanks(int ranks, const std::function<void(Group &)> &work, const std::vector<Device> &devices = {});

} // namespace motley
