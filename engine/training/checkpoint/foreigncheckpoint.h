// What other programs leave for a run to begin with: weights, and in HetSeq's checkpoints its optimizer state too.
#pragma once

#include "engine/tensorfiles/namedtensors.h"

#include <cstdint>
#include <string>

namespace motley {

struct ForeignCheckpoint {
    NamedTensors model; // under our names, perhaps more than the model has
    NamedTensors optimizer; // under the names of Optimizer::state(); empty: none, or not one for each parameter
    std::int64_t updates = 0; // that HetSeq counts; 0: weights alone
};

// A model folder, or a file of safetensors or of torch.save, for `model`. Errors name the file.
Result<ForeignCheckpoint> readForeignCheckpoint(const std::string &path, const NamedTensors &model);

} // namespace motley
