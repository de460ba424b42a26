#include "engine/training/checkpoint/checkpointwriter.h"

#include "engine/base/durablefile.h"
#include "engine/base/runclock.h"
#include "engine/base/sha256.h"
#include "engine/formats/verifycheckpoint.h"
#include "engine/tensorfiles/safetensors.h"

#include <filesystem>

namespace motley {

namespace {

namespace fs = std::filesystem;
constexpr std::int64_t spareBytes = 1 << 20; // for the JSON files and the file system's own needs

Result<void> checkFreeSpace(const std::string &folder, std::int64_t needed)
{
    std::error_code problem;
    const auto space = fs::space(folder, problem);
    if (problem || space.available >= std::uintmax_t(needed + spareBytes))
        return {}; // where the free space is unknown, writing shows whether it suffices
    return fail("The disk under " + folder + " has " + std::to_string(space.available >> 20)
        + " MiB free, but a checkpoint needs " + std::to_string((needed + spareBytes) >> 20) + " MiB.");
}

Result<ManifestEntry> entryOf(const std::string &folder, const std::string &name)
{
    const std::string path = folder + "/" + name;
    auto hash = sha256OfFile(path);
    if (!hash)
        return tl::unexpected(hash.error());
    std::error_code problem;
    const auto bytes = std::int64_t(fs::file_size(path, problem));
    if (problem)
        return fail("Could not read the size of " + path + ".", problem.message());
    return ManifestEntry{name, bytes, *hash};
}

Result<CheckpointManifest> writeFiles(const std::string &folder, const Checkpoint &state)
{
    auto written = writeSafetensors(folder + "/model.safetensors", state.model)
                       .and_then([&] { return writeSafetensors(folder + "/optimizer.safetensors", state.optimizer); })
                       .and_then([&] { return writeDurably(folder + "/state.json", toJson(state.progress)); });
    std::vector<std::string> names{"model.safetensors", "optimizer.safetensors", "state.json"};
    for (const SideFile &file : state.files) {
        written = written.and_then([&] { return writeDurably(folder + "/" + file.name, file.text); });
        names.push_back(file.name);
    }
    if (!written)
        return tl::unexpected(written.error());
    CheckpointManifest manifest;
    for (const std::string &name : names) {
        auto entry = entryOf(folder, name);
        if (!entry)
            return tl::unexpected(entry.error());
        manifest.files.push_back(std::move(*entry));
    }
    const auto listed = writeDurably(folder + "/manifest.json", toJson(manifest));
    return listed ? Result<CheckpointManifest>(std::move(manifest)) : tl::unexpected(listed.error());
}

} // namespace

Result<CheckpointSaved> writeCheckpoint(const RunFolder &folder, const Checkpoint &state, int keep, std::int64_t best)
{
    const auto started = RunClock::now();
    const std::string published = folder.checkpoint(state.progress.step);
    const std::string unfinished = published + unfinishedCheckpoint;
    std::error_code problem;
    removeUnfinishedCheckpoints(folder.checkpoints());
    fs::create_directories(unfinished, problem);
    if (problem)
        return fail("Could not create the folder " + unfinished + ".", problem.message());

    std::int64_t needed = safetensorsBytes(state.model) + safetensorsBytes(state.optimizer);
    for (const SideFile &file : state.files)
        needed += std::int64_t(file.text.size());
    const auto manifest = checkFreeSpace(unfinished, needed)
                              .and_then([&] { return writeFiles(unfinished, state); })
                              .and_then([&](CheckpointManifest whole) {
                                  return publishFolder(unfinished, published).map([&] { return std::move(whole); });
                              });
    if (!manifest) {
        fs::remove_all(unfinished, problem);
        return tl::unexpected(manifest.error());
    }
    removeOldCheckpoints(folder.checkpoints(), state.progress.step, keep, best);
    CheckpointSaved saved;
    saved.step = state.progress.step;
    saved.folder = fs::path(published).lexically_relative(folder.path).string();
    for (const ManifestEntry &entry : manifest->files)
        saved.bytes += entry.bytes;
    saved.seconds = secondsSince(started);
    return saved;
}

} // namespace motley
