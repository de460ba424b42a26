// Finds the newest checkpoint that is whole.
#pragma once

#include "engine/formats/verifycheckpoint.h"
#include "engine/training/checkpoint/checkpointwriter.h"

#include <string>
#include <vector>

namespace motley {

struct LoadedCheckpoint {
    Checkpoint state; // tensors on the CPU
    std::string folder; // where it was read from
    std::vector<std::string> refusals; // why newer checkpoints, which were damaged, were not taken, as treat() says
};

// `from` is a checkpoint, or a folder of checkpoints. One that is damaged (size, SHA-256, contents) is passed over for
// the next older beside it. The Error says why the last one was refused.
Result<LoadedCheckpoint> loadCheckpoint(const std::string &from, Damaged damaged = Damaged::PassedOver);

// The folder that says what the weights at `from` mean (describesModel()): the newest checkpoint whose files of this
// kind are intact, or, of a checkpoint written before it had them, the model folder of its run; a model folder; the
// folder of a file of weights. Empty: there is none.
std::string findModelDescription(const std::string &from);

// The fields that a resumed run must have in common with the one it continues; the Error names the first that differs.
Result<void> checkSameRun(const JobSpec &saved, const JobSpec &job);

} // namespace motley
