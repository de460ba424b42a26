#include "engine/inference/averagedmodel.h"

#include "engine/base/durablefile.h"
#include "engine/tensorfiles/averagetensors.h"
#include "engine/tensorfiles/safetensors.h"

#include <algorithm>
#include <filesystem>

namespace motley {

namespace {

namespace fs = std::filesystem;
constexpr const char *tensorFile = "model.safetensors";

bool isThere(const fs::path &path)
{
    std::error_code ignored;
    return fs::exists(path, ignored);
}

Result<std::string> tensorsOf(const std::string &checkpoint)
{
    std::error_code ignored;
    const fs::path path
        = fs::is_directory(checkpoint, ignored) ? fs::path(checkpoint) / tensorFile : fs::path(checkpoint);
    if (!isThere(path))
        return fail("There is no " + path.string()
            + "; a checkpoint is a folder with model.safetensors, such as RUN/checkpoints/step-500.");
    return path.string();
}

// Finds the model folder of the checkpoints: that of their run, as a checkpoint lies in RUN/checkpoints/step-N and the
// model in RUN/model, or else the checkpoint itself, which has all but the card.
Result<std::string> findModel(const AverageRequest &request)
{
    std::vector<fs::path> candidates{request.modelFolder};
    if (request.modelFolder.empty()) {
        const fs::path first = fs::absolute(request.checkpoints.front()).lexically_normal();
        const fs::path folder = first.has_filename() ? first : first.parent_path();
        const fs::path above = folder.parent_path(); // the checkpoint, if `folder` is a file
        candidates = {above.parent_path() / "model", above.parent_path().parent_path() / "model", folder, above};
    }
    for (const fs::path &candidate : candidates)
        if (isThere(candidate / "config.json"))
            return candidate.string();
    return fail(request.modelFolder.empty()
            ? "The checkpoints say nothing of the model that they are of: name its folder with --model."
            : request.modelFolder + " is not the folder of a model: it lacks config.json.");
}

// The averaged tensors with those that the model's folder has behind them, which no run trains, such as what sees in a
// model that a run trains to write.
Result<NamedTensors> wholeModel(const NamedTensors &averaged, const std::string &modelFolder)
{
    const std::string path = modelFolder + "/" + tensorFile;
    auto model = readSafetensors(path);
    if (!model)
        return model;
    const auto error = fail("The checkpoints hold other tensors than " + path + ": they are of another model.");
    if (model->size() < averaged.size())
        return error;
    for (std::size_t i = 0; i < averaged.size(); ++i) {
        NamedTensor &item = (*model)[i];
        if (item.name != averaged[i].name || item.tensor.sizes() != averaged[i].tensor.sizes())
            return error;
        item.tensor = averaged[i].tensor;
    }
    return model;
}

bool isAdapter(const NamedTensors &tensors)
{
    return std::any_of(tensors.begin(), tensors.end(),
        [](const NamedTensor &item) { return item.name.find(".lora_A.") != std::string::npos; });
}

Result<void> copyOthers(const std::string &from, const std::string &to)
{
    std::error_code problem;
    for (fs::directory_iterator entry(from, problem), end; !problem && entry != end; entry.increment(problem)) {
        const std::string name = entry->path().filename().string();
        const bool isOfCheckpoint = name == "optimizer.safetensors" || name == "state.json" || name == "manifest.json";
        if (!entry->is_regular_file(problem) || name == tensorFile || isOfCheckpoint)
            continue;
        fs::copy_file(entry->path(), fs::path(to) / entry->path().filename(), problem);
    }
    if (problem)
        return fail("Could not copy the files of " + from + " to " + to + ".", problem.message());
    return {};
}

} // namespace

Result<void> writeAveragedModel(const AverageRequest &request)
{
    if (isThere(request.folder))
        return fail("There is a " + request.folder + " already; name another folder for the average.");
    std::vector<std::string> paths;
    for (const std::string &checkpoint : request.checkpoints) {
        auto path = tensorsOf(checkpoint);
        if (!path)
            return tl::unexpected(path.error());
        paths.push_back(std::move(*path));
    }
    const auto tensors = averageTensors(paths);
    if (!tensors)
        return tl::unexpected(tensors.error());
    if (isAdapter(*tensors))
        return fail(
            "The checkpoints are of an adapter. The mean of its matrices is not the mean of what they add to the "
            "model; set optimizer.averageDecay in the job instead.");
    const auto model = findModel(request);
    if (!model)
        return tl::unexpected(model.error());
    const auto whole = wholeModel(*tensors, *model);
    if (!whole)
        return tl::unexpected(whole.error());
    const std::string folder = fs::path(request.folder + "/").lexically_normal().parent_path().string();
    const std::string unfinished = folder + ".tmp"; // beside the folder, also of a name that ends with a slash
    std::error_code problem;
    fs::remove_all(unfinished, problem);
    fs::create_directories(unfinished, problem);
    if (problem)
        return fail("Could not create the folder " + unfinished + ".", problem.message());
    const auto written = writeSafetensors(unfinished + "/" + tensorFile, *whole)
                             .and_then([&] { return copyOthers(*model, unfinished); })
                             .and_then([&] { return publishFolder(unfinished, folder); });
    if (!written)
        fs::remove_all(unfinished, problem);
    return written;
}

} // namespace motley
