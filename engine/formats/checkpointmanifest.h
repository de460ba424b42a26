// What a checkpoint holds and how to tell that it is whole.
#pragma once

#include "engine/base/result.h"
#include "engine/job/jobspec.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

// How the tests of a run went so far.
struct TestProgress {
    std::int64_t bestStep = 0; // 0: none yet
    double bestValue = 0; // of what it is judged by
    std::int64_t testsWithoutGain = 0; // in a row, since then

    bool operator==(const TestProgress &) const = default;
};

// state.json: where the run stood. The sampler and all random numbers follow from job and step alone.
struct CheckpointState {
    static constexpr int currentVersion = 1;

    std::int64_t step = 0; // last one applied
    std::int64_t stepsPerEpoch = 0; // at the end of the job
    std::optional<std::int64_t> epochsDone; // whole ones; nothing: all have as many steps
    TestProgress tests;
    JobSpec job;

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

// manifest.json: every other file.
struct CheckpointManifest {
    static constexpr int currentVersion = 1;

    std::vector<ManifestEntry> files;

    bool operator==(const CheckpointManifest &) const = default;
};

std::string toJson(const CheckpointManifest &manifest);
Result<CheckpointManifest> parseCheckpointManifest(std::string_view json);

} // namespace motley
