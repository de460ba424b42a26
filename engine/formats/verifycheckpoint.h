// Whether a checkpoint is what was written: by its manifest, which is written last.
#pragma once

#include "engine/base/result.h"
#include "engine/formats/checkpointmanifest.h"

#include <string>
#include <vector>

namespace motley {

// Every file that the manifest lists has its size and SHA-256. The Error is a sentence that names the file.
Result<void> verifyCheckpoint(const std::string &folder);
Result<void> verifyFile(const std::string &folder, const ManifestEntry &entry);

struct WholeCheckpoint {
    std::string folder;
    std::vector<std::string> refusals; // why newer ones, which are damaged, were passed over; a sentence each
};

// The newest checkpoint of a run folder or a folder of checkpoints that is whole. A path without checkpoints in it (one
// checkpoint, a model folder, a file) is its own answer, unread. Error: none is whole.
Result<WholeCheckpoint> newestWholeCheckpoint(const std::string &path);

} // namespace motley
