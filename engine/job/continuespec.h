// What a new run begins with: the work of another one, on any machines and with other settings if the job says so.
#pragma once

#include "engine/base/datapath.h"

namespace motley {

struct ContinueSpec {
    // A run folder, a checkpoint, a model folder, or a file of weights (.safetensors, or of torch.save). Only the
    // coordinating machine needs it. Empty: begin anew.
    DataPath path{};
    bool weightsOnly = false; // of a run or checkpoint, also HetSeq's, too: step, schedule and optimizer begin anew

    bool operator==(const ContinueSpec &) const = default;
};

} // namespace motley
