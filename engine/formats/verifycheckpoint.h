// Whether a checkpoint is what was written: by its manifest, which is written last; and what becomes of one that is
// not.
#pragma once

#include "engine/base/result.h"
#include "engine/formats/checkpointmanifest.h"

#include <string>
#include <vector>

namespace motley {

// Every file that the manifest lists has its size and SHA-256. The Error is a sentence that names the file.
Result<void> verifyCheckpoint(const std::string &folder);
Result<void> verifyFile(const std::string &folder, const ManifestEntry &entry);

// What becomes of damaged checkpoints that are newer than one that is whole. Where none is whole, all stay as they are.
enum class Damaged {
    PassedOver,
    SetAside, // renamed: "corrupt-step-20", which nobody takes for a checkpoint, and nothing removes
};

struct RefusedCheckpoint {
    std::string why; // a sentence that names it
    std::string folder; // empty: it is not damaged, but made by another program
};
// Does so, and returns what to say of it, a sentence or two for each.
std::vector<std::string> treat(const std::vector<RefusedCheckpoint> &refused, Damaged damaged);

struct WholeCheckpoint {
    std::string folder;
    std::vector<std::string> refusals; // why newer ones, which are damaged, were passed over; as treat() returns them
};

// The newest checkpoint of a run folder or a folder of checkpoints that is whole. A path without checkpoints in it (one
// checkpoint, a model folder, a file) is its own answer, unread. Error: none is whole.
Result<WholeCheckpoint> newestWholeCheckpoint(const std::string &path, Damaged damaged = Damaged::PassedOver);

} // namespace motley
