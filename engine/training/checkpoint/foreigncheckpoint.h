// Checkpoints of other programs that a run may begin with: weights, and from HetSeq the optimizer state too.
#pragma once

#include "engine/job/tasks/taskspec.h"
#include "engine/tensorfiles/namedtensors.h"

#include <cstdint>
#include <optional>
#include <string>

namespace motley {

struct ForeignCheckpoint {
    NamedTensors model; // under our names, perhaps more than the model has
    NamedTensors optimizer; // under the names of Optimizer::state(); empty: there is none that fits the parameters
    std::int64_t updates = 0; // HetSeq's number of updates; 0: weights alone
    // By which HetSeq divided mean gradients; `optimizer` is of mean gradients again. nullopt: the file does not say.
    std::optional<double> gradientDivisor{};
};

// Reads a model folder, or a file of safetensors or of torch.save, for a model of `task` with the tensors `model`.
// `rowLength`: tokens of a row of BERT, of which HetSeq keeps no record. Errors name the file.
Result<ForeignCheckpoint> readForeignCheckpoint(
    const std::string &path, const NamedTensors &model, const TaskSpec &task, std::int64_t rowLength);

} // namespace motley
