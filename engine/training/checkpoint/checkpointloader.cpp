#include "engine/training/checkpoint/checkpointloader.h"

#include "engine/base/textfile.h"
#include "engine/job/continuefiles.h"
#include "engine/tensorfiles/safetensors.h"

#include <algorithm>
#include <filesystem>
#include <limits>

namespace motley {

namespace {

namespace fs = std::filesystem;
constexpr std::size_t longestJson = 1 << 20; // bytes

Result<Checkpoint> readState(const std::string &folder)
{
    auto progress = readTextFile(folder + "/state.json", longestJson).and_then(parseCheckpointState);
    if (!progress)
        return fail(folder + "/state.json: " + progress.error().message, progress.error().detail);
    auto model = readSafetensors(folder + "/model.safetensors");
    if (!model)
        return tl::unexpected(model.error());
    auto optimizer = readSafetensors(folder + "/optimizer.safetensors");
    if (!optimizer)
        return tl::unexpected(optimizer.error());
    return Checkpoint{std::move(*progress), std::move(*model), std::move(*optimizer)};
}

// Newest first: the named checkpoint, then the older ones beside it.
std::vector<std::string> candidates(const std::string &from)
{
    std::string folder = from;
    std::int64_t newest = std::numeric_limits<std::int64_t>::max();
    if (checkpointSteps(from).empty()) { // `from` is itself a checkpoint
        const fs::path path = fs::path(from + "/").lexically_normal().parent_path();
        folder = path.parent_path().string();
        newest = -1;
        for (const std::int64_t step : checkpointSteps(folder))
            if (path.filename() == "step-" + std::to_string(step))
                newest = step;
        if (newest < 0)
            return {from};
    }
    std::vector<std::string> folders;
    for (const std::int64_t step : checkpointSteps(folder))
        if (step <= newest)
            folders.push_back(folder + "/step-" + std::to_string(step));
    return folders;
}

} // namespace

Result<LoadedCheckpoint> loadCheckpoint(const std::string &from, Damaged damaged)
{
    std::vector<RefusedCheckpoint> refused;
    Error last;
    for (const std::string &folder : candidates(from)) {
        const auto whole = verifyCheckpoint(folder);
        auto state = whole.and_then([&] { return readState(folder); });
        if (state)
            return LoadedCheckpoint{*std::move(state), folder, treat(refused, damaged)};
        last = state.error();
        refused.push_back({last.message, whole ? std::string() : folder});
    }
    return fail("No checkpoint in " + from + " can be used: " + last.message, last.detail);
}

std::string findModelDescription(const std::string &from)
{
    const auto isModel = [](const std::string &folder) {
        std::error_code ignored;
        return fs::is_regular_file(folder + "/config.json", ignored);
    };
    const std::string inside = from + "/checkpoints"; // of a run folder
    for (const std::string &checkpoint : candidates(checkpointSteps(inside).empty() ? from : inside)) {
        const auto manifest
            = readTextFile(checkpoint + "/manifest.json", longestJson).and_then(parseCheckpointManifest);
        if (!manifest)
            continue;
        const auto &files = manifest->files;
        const bool isIntact = std::all_of(files.begin(), files.end(),
            [&](const ManifestEntry &entry) { return !describesModel(entry.name) || verifyFile(checkpoint, entry); });
        if (!isIntact)
            continue;
        const std::string ofRun = modelFolderOfRun(checkpoint);
        return isModel(checkpoint) ? checkpoint : isModel(ofRun) ? ofRun : std::string();
    }
    std::error_code ignored;
    const std::string folder = fs::is_directory(from, ignored) ? from : fs::path(from).parent_path().string();
    return isModel(folder) ? folder : std::string();
}

Result<void> checkSameRun(const JobSpec &saved, const JobSpec &job)
{
    const std::pair<const char *, bool> same[] = {
        {"task", taskName(saved.task) == taskName(job.task)},
        {"model or data", withoutPaths(saved.task) == withoutPaths(job.task)},
        {"seed", saved.seed == job.seed},
        {"batch", saved.batch == job.batch},
        {"order", saved.order == job.order},
        {"optimizer", saved.optimizer == job.optimizer},
        {"precision", saved.precision == job.precision},
    };
    for (const auto &[field, equal] : same)
        if (!equal)
            return fail("The checkpoint is of a job with another value of the field " + std::string(field)
                + "; resume with the same, or start anew.");
    return {};
}

} // namespace motley
