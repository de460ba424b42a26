#include "engine/formats/verifycheckpoint.h"

#include "engine/base/durablefile.h"
#include "engine/base/sha256.h"
#include "engine/base/textfile.h"
#include "engine/job/continuefiles.h"

#include <algorithm>
#include <filesystem>

namespace motley {

namespace {

namespace fs = std::filesystem;
constexpr std::size_t longestManifest = 1 << 20; // bytes
constexpr int mostSetAside = 1000; // of one step

// Returns the new name; empty: it could not be renamed.
std::string setAside(const std::string &checkpoint)
{
    const fs::path path = fs::path(checkpoint + "/").lexically_normal().parent_path();
    const std::string name = "corrupt-" + path.filename().string();
    for (int i = 1; i <= mostSetAside; ++i) {
        const std::string tried = i == 1 ? name : name + "-" + std::to_string(i);
        std::error_code problem;
        if (fs::exists(path.parent_path() / tried, problem))
            continue;
        fs::rename(path, path.parent_path() / tried, problem);
        return problem ? std::string() : tried;
    }
    return {};
}

void removeCheckpoint(const std::string &checkpoint)
{
    std::error_code ignored; // what cannot be removed now is tried again before the next checkpoint
    const std::string unfinished = checkpoint + unfinishedCheckpoint;
    fs::remove_all(unfinished, ignored);
    fs::rename(checkpoint, unfinished, ignored);
    (void)syncFolder(fs::path(checkpoint).parent_path().string()); // or a power cut might leave a part under its name
    fs::remove_all(unfinished, ignored);
}

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

std::vector<std::string> treat(const std::vector<RefusedCheckpoint> &refused, Damaged damaged)
{
    std::vector<std::string> sentences;
    for (const RefusedCheckpoint &one : refused) {
        const bool isKept = damaged == Damaged::PassedOver || one.folder.empty();
        const std::string name = isKept ? std::string() : setAside(one.folder);
        sentences.push_back(one.why + (name.empty() ? "" : " It was set aside as " + name + "."));
    }
    return sentences;
}

Result<WholeCheckpoint> newestWholeCheckpoint(const std::string &path, Damaged damaged)
{
    const std::string inside = path + "/checkpoints"; // of a run folder
    const std::string root = checkpointSteps(inside).empty() ? path : inside;
    std::vector<RefusedCheckpoint> refused;
    for (const std::int64_t step : checkpointSteps(root)) {
        const std::string folder = root + "/step-" + std::to_string(step);
        const auto whole = verifyCheckpoint(folder);
        if (whole)
            return WholeCheckpoint{folder, treat(refused, damaged)};
        refused.push_back({whole.error().message, folder});
    }
    if (refused.empty())
        return WholeCheckpoint{path, {}};
    return fail("No checkpoint in " + root + " can be used: " + refused.back().why);
}

void removeOldCheckpoints(const std::string &folder, std::int64_t newest, int keep, std::int64_t best)
{
    int kept = 0;
    for (const std::int64_t step : checkpointSteps(folder))
        if (step > newest || (++kept > keep && step != best))
            removeCheckpoint(folder + "/step-" + std::to_string(step));
}

void removeUnfinishedCheckpoints(const std::string &folder)
{
    std::error_code ignored;
    for (const auto &entry : fs::directory_iterator(folder, ignored)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("step-") && (name.ends_with(unfinishedCheckpoint) || name.ends_with(unfinishedCopy)))
            fs::remove_all(entry.path(), ignored);
    }
}

} // namespace motley
