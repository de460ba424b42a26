#include "engine/job/continuefiles.h"

#include "engine/base/folders/folderwalk.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

namespace motley {

namespace {

namespace fs = std::filesystem;
constexpr const char *field = "continueFrom.path";
constexpr std::string_view stepPrefix = "step-";
constexpr const char *configuration = "config.json";

std::optional<std::int64_t> stepOfName(const std::string &name)
{
    if (name.rfind(stepPrefix, 0) != 0)
        return std::nullopt;
    std::int64_t step = 0;
    const char *end = name.data() + name.size();
    const auto parsed = std::from_chars(name.data() + stepPrefix.size(), end, step);
    return parsed.ec == std::errc() && parsed.ptr == end && step >= 0 ? std::optional(step) : std::nullopt;
}

fs::path newestWork(const fs::path &folder)
{
    for (const fs::path &candidate : {folder / "checkpoints", folder})
        if (const auto steps = checkpointSteps(candidate.string()); !steps.empty())
            return candidate / (std::string(stepPrefix) + std::to_string(steps.front()));
    return folder;
}

// Adds what describes the model in a folder; a folder that is missing has nothing.
void addDescription(const fs::path &folder, const std::string &relative, std::vector<DataFile> &files)
{
    const auto found = filesBelow(folder.string(), {.isWanted = describesModel, .entersFolders = false});
    for (const WalkedFile &file : found.value_or(std::vector<WalkedFile>()))
        files.push_back({field, file.path, relative + "/" + file.name});
}

std::string relativePathOf(const fs::path &work)
{
    return std::string(field) + "/" + work.filename().string();
}

} // namespace

std::vector<std::int64_t> checkpointSteps(const std::string &checkpointsFolder)
{
    std::vector<std::int64_t> steps;
    std::error_code ignored; // a missing folder has no checkpoints
    for (const auto &entry : fs::directory_iterator(checkpointsFolder, ignored))
        if (const auto step = stepOfName(entry.path().filename().string()))
            steps.push_back(*step);
    std::sort(steps.rbegin(), steps.rend());
    return steps;
}

bool describesModel(const std::string &fileName)
{
    const std::string ending = fs::path(fileName).extension().string();
    const bool isOfCheckpoint = fileName == "state.json" || fileName == "manifest.json";
    return !isOfCheckpoint && (ending == ".json" || ending == ".txt" || ending == ".model" || ending == ".spm");
}

std::string modelFolderOfRun(const std::string &checkpoint)
{
    const fs::path folder = fs::path(checkpoint + "/").lexically_normal().parent_path();
    return (folder.parent_path().parent_path() / "model").string();
}

Result<std::vector<DataFile>> findContinueFiles(const ContinueSpec &continued)
{
    if (continued.path.empty())
        return {};
    const fs::path path = fs::path(continued.path.path + "/").lexically_normal().parent_path();
    std::error_code problem;
    if (fs::is_regular_file(path, problem)) {
        std::vector<DataFile> files{{field, path.string(), relativePathOf(path)}};
        if (fs::exists(path.parent_path() / configuration, problem))
            addDescription(path.parent_path(), field, files);
        return files;
    }
    const fs::path work = newestWork(path);
    const auto found = filesBelow(work.string(), {.entersFolders = false});
    if (!found || found->empty())
        return fail("There is no run, checkpoint, model folder or file of weights at " + continued.path.path
                + ". Check the field continueFrom.path.",
            found ? std::string() : found.error().message);
    std::vector<DataFile> files;
    for (const WalkedFile &file : *found)
        files.push_back({field, file.path, relativePathOf(work) + "/" + file.name});
    if (!fs::exists(work / configuration, problem))
        addDescription(modelFolderOfRun(work.string()), relativePathOf(work), files);
    return files;
}

ContinueSpec movedTo(const std::string &folder, ContinueSpec continued, const std::vector<DataFile> &files)
{
    if (files.empty())
        return continued;
    const fs::path path = fs::path(continued.path.path + "/").lexically_normal().parent_path();
    const auto itself
        = std::find_if(files.begin(), files.end(), [&](const DataFile &file) { return file.path == path.string(); });
    const fs::path first = files.front().relativePath;
    continued.path.path = folder + "/" + (itself == files.end() ? first.parent_path().string() : itself->relativePath);
    return continued;
}

} // namespace motley
