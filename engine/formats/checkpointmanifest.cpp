#include "engine/formats/checkpointmanifest.h"

#include "engine/job/jobfields.h"

#include <algorithm>

namespace motley {

template <typename Fields>
void describe(Fields &fields, TestProgress &tests)
{
    fields("bestStep", tests.bestStep);
    fields("bestValue", tests.bestValue);
    fields("testsWithoutGain", tests.testsWithoutGain);
}

template <typename Fields>
void describe(Fields &fields, CheckpointState &state)
{
    fields("step", state.step);
    fields("stepsPerEpoch", state.stepsPerEpoch);
    fields("epochsDone", state.epochsDone);
    fields("tests", state.tests);
    fields("job", state.job);
    fields("trainSamples", state.trainSamples);
    fields("frozenHash", state.frozenHash);
}

template <typename Fields>
void describe(Fields &fields, ManifestEntry &entry)
{
    fields("name", entry.name);
    fields("bytes", entry.bytes);
    fields("sha256", entry.sha256);
}

template <typename Fields>
void describe(Fields &fields, CheckpointManifest &manifest)
{
    fields("files", manifest.files);
}

namespace {

constexpr std::size_t longestFile = 1 << 20; // bytes

// A manifest may only name files beside itself, so that it cannot lead out of its folder.
bool isPlainName(const std::string &name)
{
    return !name.empty() && name.size() <= 255 && name != "." && name != ".." && name.find('/') == std::string::npos
        && name.find('\0') == std::string::npos;
}

bool isSha256(const std::string &text)
{
    return text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    });
}

} // namespace

std::string toJson(const CheckpointState &state)
{
    return versionedJsonOf(state).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<CheckpointState> parseCheckpointState(std::string_view json)
{
    auto state = fromVersionedText<CheckpointState>(json, longestFile, "checkpoint state");
    if (state
        && (state->step < 0 || state->stepsPerEpoch < 0 || state->epochsDone.value_or(0) < 0
            || state->trainSamples.value_or(0) < 0))
        return fail("The fields step, stepsPerEpoch, epochsDone and trainSamples must not be negative.");
    return state;
}

std::string toJson(const CheckpointManifest &manifest)
{
    return versionedJsonOf(manifest).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<CheckpointManifest> parseCheckpointManifest(std::string_view json)
{
    auto manifest = fromVersionedText<CheckpointManifest>(json, longestFile, "checkpoint manifest");
    if (!manifest)
        return manifest;
    for (const ManifestEntry &entry : manifest->files)
        if (!isPlainName(entry.name) || !isSha256(entry.sha256) || entry.bytes < 0)
            return fail("The manifest's entry \"" + entry.name + "\" needs a plain file name, bytes and a SHA-256.");
    return manifest;
}

} // namespace motley
