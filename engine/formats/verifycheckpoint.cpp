#include "engine/formats/verifycheckpoint.h"

#include "engine/base/sha256.h"
#include "engine/base/textfile.h"
#include "engine/job/continuefiles.h"

#include <algorithm>
#include <filesystem>

namespace motley {

namespace {

namespace fs = std::filesystem;
constexpr std::size_t longestManifest = 1 << 20; // bytes

} // namespace

Result<void> verifyFile(const std::string &folder, const ManifestEntry &entry)
{
    const std::string path = folder + "/" + entry.name;
    std::error_code problem;
    if (std::int64_t(fs::file_size(path, problem)) != entry.bytes || problem)
        return fail(path + " is missing or has another size than the manifest says.");
    const auto hash = sha256OfFile(path);
    if (!hash)
        return tl::unexpected(hash.error());
    return *hash == entry.sha256 ? Result<void>() : fail(path + " is damaged: its SHA-256 is not the manifest's.");
}

Result<void> verifyCheckpoint(const std::string &folder)
{
    const std::string list = folder + "/manifest.json";
    if (std::error_code ignored; !fs::exists(list, ignored))
        return fail(folder
            + " is not whole: it lacks manifest.json, which is written last. Name another checkpoint or, for its "
              "weights alone, its model.safetensors.");
    const auto manifest = readTextFile(list, longestManifest).and_then(parseCheckpointManifest);
    if (!manifest)
        return fail(folder + " has no manifest that can be read.", manifest.error().message);
    for (const char *needed : {"model.safetensors", "optimizer.safetensors", "state.json"}) {
        const auto &files = manifest->files;
        if (std::none_of(files.begin(), files.end(), [&](const ManifestEntry &entry) { return entry.name == needed; }))
            return fail(folder + " is not whole: its manifest lacks " + needed + ".");
    }
    for (const ManifestEntry &entry : manifest->files)
        if (const auto whole = verifyFile(folder, entry); !whole)
            return whole;
    return {};
}

Result<WholeCheckpoint> newestWholeCheckpoint(const std::string &path)
{
    const std::string inside = path + "/checkpoints"; // of a run folder
    const std::string root = checkpointSteps(inside).empty() ? path : inside;
    WholeCheckpoint found{path, {}};
    for (const std::int64_t step : checkpointSteps(root)) {
        found.folder = root + "/step-" + std::to_string(step);
        const auto whole = verifyCheckpoint(found.folder);
        if (whole)
            return found;
        found.refusals.push_back(whole.error().message);
    }
    if (found.refusals.empty())
        return found;
    return fail("No checkpoint in " + root + " can be used: " + found.refusals.back());
}

} // namespace motley
