// Whether a checkpoint is what was written: by its manifest, which is written last; what becomes of one that is not,
// and which stay beside a new one.
#pragma once

#include "engine/base/result.h"
#include "engine/formats/checkpointmanifest.h"

#include <cstdint>
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

// Names of checkpoints that are not there: their folder is called otherwise, so none is ever there in part.
constexpr const char *unfinishedCheckpoint = ".tmp"; // ends the name of one that is being written or removed
constexpr const char *unfinishedCopy = ".part"; // of one that is being copied

// Removes all but the newest `keep` up to step `newest` and the one of step `best`. Those of steps after `newest` were
// written before the run went back to an older one: they do not count and are removed.
void removeOldCheckpoints(const std::string &folder, std::int64_t newest, int keep, std::int64_t best = 0);

// Removes what was not finished there. Nobody else may be writing.
void removeUnfinishedCheckpoints(const std::string &folder);

} // namespace motley
