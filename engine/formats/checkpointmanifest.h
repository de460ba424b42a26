// The state and the manifest of a checkpoint, by which it is checked for completeness.
#pragma once

#include "engine/base/result.h"
#include "engine/job/jobspec.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

// The progress of a run in its tests so far.
struct TestProgress {
    std::int64_t bestStep = 0; // step of the best test; 0: none yet
    double bestValue = 0; // of the first metric, or of the loss
    std::int64_t testsWithoutGain = 0; // in a row, since the best test

    bool operator==(const TestProgress &) const = default;
};

// state.json: the position of the run. The state of the sampler and of all random numbers follows from job and step.
struct CheckpointState {
    static constexpr int currentVersion = 1;

    std::int64_t step = 0; // last step that was applied
    std::int64_t stepsPerEpoch = 0; // of the last epochs of the job
    std::optional<std::int64_t> epochsDone; // completed epochs; nullopt: all have stepsPerEpoch steps
    TestProgress tests;
    JobSpec job;
    std::optional<std::int64_t> trainSamples = {}; // in the training set; nullopt: written before this was kept
    // Hash of weights that were not trained, which the checkpoint does not hold: job.task names their folder. nullopt:
    // it holds the whole model.
    std::optional<std::string> frozenHash = {};

    bool operator==(const CheckpointState &) const = default;
};

std::string toJson(const CheckpointState &state);
Result<CheckpointState> parseCheckpointState(std::string_view json);

struct ManifestEntry {
    std::string name; // of a file in the checkpoint's folder
    std::int64_t bytes = 0;
    std::string sha256; // 64 hex digits

    bool operator==(const ManifestEntry &) const = default;
};

// manifest.json: lists every other file of the checkpoint.
struct CheckpointManifest {
    static constexpr int currentVersion = 1;

    std::vector<ManifestEntry> files;

    bool operator==(const CheckpointManifest &) const = default;
};

std::string toJson(const CheckpointManifest &manifest);
Result<CheckpointManifest> parseCheckpointManifest(std::string_view json);

} // namespace motley
