// The newest checkpoint of a run that is whole, copied from its machine to the run's folder on this computer.
#pragma once

#include "remote/engine/enginecommands.h"
#include "remote/engine/fetchfile.h"

#include <optional>
#include <vector>

namespace motley {

struct CheckpointCopy {
    std::optional<std::int64_t> step; // of the one that is here now; nullopt: the machine has none that is whole
    std::vector<Error> damaged; // a sentence for each newer one that was passed over
};

// Verified by the checkpoint's own manifest, so the machine reads each file once and hashes nothing. A copy appears
// whole or not at all; what a copy that was cut off has left is used by the next one. Here the newest `keep` stay.
// While another program copies into this folder, a copy with bounded bandwidth does nothing, and any other one waits.
// `newerThan`: a step; what is not newer is not looked at.
Result<CheckpointCopy> collectCheckpoint(Session &session, const RemoteRun &run, const std::string &localFolder,
    int keep, const FetchOptions &options = {}, std::int64_t newerThan = -1);

} // namespace motley
