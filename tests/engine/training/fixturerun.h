// Runs the ranks of a plan as threads over Gloo on 127.0.0.1 and keeps what they say.
#pragma once

#include "engine/exchange/group.h"
#include "engine/protocol/event.h"
#include "engine/training/worker.h"

#include <QByteArray>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

struct RunResult {
    std::vector<Result<WorkerOutcome>> outcomes; // by rank
    std::vector<EventBody> events; // of rank 0
    std::vector<Warning> otherWarnings = {}; // of the other ranks

    std::vector<StepDone> steps() const;
    std::vector<SharesChanged> changes() const;
    std::optional<Evaluation> lastEvaluation() const;
    std::vector<CheckpointSaved> checkpoints() const;
    std::vector<std::string> warnings() const;
    bool warned(std::string_view words) const; // rank 0, with these words in it
    QByteArray problem() const; // of the first rank that failed; empty: none did
};

struct RunRequest {
    JobSpec job;
    std::vector<std::int64_t> shares;
    std::string folder;
    std::string resumeFrom = {};
    std::int64_t microbatch = 0;
    std::int64_t stopAfterStep = 0; // 0: never asked to stop
    ShareRule rule = ShareRule::Given; // they stay as they are
    std::chrono::microseconds perSample{0}; // that each sample takes longer, on every rank
    std::vector<double> stateShares = {}; // of the ranks; empty: each holds all
    std::vector<bool> recomputing = {}; // ranks that the plan has recompute activations; empty: none
    std::vector<std::int64_t> memoryLimits = {}; // of the ranks, which are one process; empty: none
};

// Of the losses of their steps, relative to the first; infinite where they have not as many steps.
double largestDifference(const RunResult &a, const RunResult &b);

RunResult runRanks(const RunRequest &request);

// The same work on threads that are the ranks of a group.
void runAsRanks(int ranks, const std::function<void(const Group &)> &work);

} // namespace motley
