// Runs the ranks of a plan as threads over Gloo on 127.0.0.1 and keeps what they say.
#pragma once

#include "engine/protocol/event.h"
#include "engine/training/worker.h"

#include <optional>
#include <string>
#include <vector>

namespace motley {

struct RunResult {
    std::vector<Result<WorkerOutcome>> outcomes; // by rank
    std::vector<EventBody> events; // of rank 0

    std::vector<StepDone> steps() const;
    std::optional<Evaluation> lastEvaluation() const;
    std::vector<CheckpointSaved> checkpoints() const;
    std::vector<std::string> warnings() const;
};

struct RunRequest {
    JobSpec job;
    std::vector<std::int64_t> shares;
    std::string folder;
    std::string resumeFrom = {};
    std::int64_t microbatch = 0;
    std::int64_t stopAfterStep = 0; // 0: never asked to stop
};

RunResult runRanks(const RunRequest &request);

} // namespace motley
