// Checkpoints appear complete or not at all: written beside their place, synced, renamed. Layout: model.safetensors,
// optimizer.safetensors, state.json, what a model folder has beside its weights, manifest.json with the size and
// SHA-256 of the others.
#pragma once

#include "engine/formats/checkpointmanifest.h"
#include "engine/protocol/event.h"
#include "engine/protocol/runfolder.h"
#include "engine/tensorfiles/namedtensors.h"
#include "engine/tensorfiles/sidefile.h"

namespace motley {

struct Checkpoint {
    CheckpointState progress;
    NamedTensors model;
    NamedTensors optimizer;
    std::vector<SideFile> files{}; // what belongs to the weights beside the tensors, as in a model folder
};

// Writes a checkpoint, then removes all but the newest `keep` up to this step and the one of step `best`, and what
// another process has left unfinished there. After an Error (a full disk) nothing of it is left behind, and the older
// checkpoints stay.
Result<CheckpointSaved> writeCheckpoint(
    const RunFolder &folder, const Checkpoint &state, int keep, std::int64_t best = 0);

} // namespace motley
