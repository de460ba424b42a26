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

Result<std::vector<DataFile>> findContinueFiles(const ContinueSpec &continued)
{
    if (continued.path.empty())
        return {};
    const fs::path path = fs::path(continued.path.path + "/").lexically_normal().parent_path();
    std::error_code problem;
    if (fs::is_regular_file(path, problem))
        return std::vector<DataFile>{{field, path.string(), relativePathOf(path)}};
    const fs::path work = newestWork(path);
    const auto found = filesBelow(work.string(), {.entersFolders = false});
    if (!found || found->empty())
        return fail("There is no run, checkpoint, model folder or file of weights at " + continued.path.path
                + ". Check the field continueFrom.path.",
            found ? std::string() : found.error().message);
    std::vector<DataFile> files;
    for (const WalkedFile &file : *found)
        files.push_back({field, file.path, relativePathOf(work) + "/" + file.name});
    return files;
}

ContinueSpec movedTo(const std::string &folder, ContinueSpec continued, const std::vector<DataFile> &files)
{
    if (files.empty())
        return continued;
    const fs::path first = files.front().relativePath;
    const bool isFile = files.size() == 1 && first.parent_path() == fs::path(field);
    continued.path.path = folder + "/" + (isFile ? first : first.parent_path()).string();
    return continued;
}

} // namespace motley
