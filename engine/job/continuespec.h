// The earlier work that a new run begins with, on any machines, and with other settings if the job says so.
#pragma once

#include "engine/base/datapath.h"

namespace motley {

struct ContinueSpec {
    // A run folder, a checkpoint, a model folder, or a file of weights (.safetensors, or written by torch.save). Only
    // the coordinating machine needs it. Empty: begin anew.
    DataPath path{};
    bool weightsOnly = false; // step, schedule and optimizer begin anew, also for a run or a HetSeq checkpoint

    bool operator==(const ContinueSpec &) const = default;
};

} // namespace motley
