#include "engine/models/modelfolder.h"

#include "engine/models/durablefile.h"
#include "engine/models/safetensors.h"
#include "engine/models/smallfile.h"

#include <filesystem>

namespace motley {

Result<void> writeModelFolder(const std::string &folder, const torch::nn::Module &model, const std::string &configJson,
    const std::vector<FolderFile> &others)
{
    const std::string unfinished = folder + ".tmp";
    std::error_code problem;
    std::filesystem::remove_all(unfinished, problem);
    std::filesystem::create_directories(unfinished, problem);
    if (problem)
        return fail("Could not create the folder " + unfinished + ".", problem.message());
    auto written = writeSafetensors(unfinished + "/model.safetensors", stateOf(model)).and_then([&] {
        return writeDurably(unfinished + "/config.json", configJson);
    });
    for (const FolderFile &file : others)
        written = written.and_then([&] { return writeDurably(unfinished + "/" + file.name, file.text); });
    return written.and_then([&] { return publishFolder(unfinished, folder); });
}

namespace {

template <typename T>
Result<T> readJson(const std::string &file, Result<T> (*parse)(std::string_view))
{
    const auto text = readSmallFile(file);
    if (!text)
        return tl::unexpected(text.error());
    auto value = parse(*text);
    if (!value)
        return fail(file + ": " + value.error().message, value.error().detail);
    return value;
}

} // namespace

Result<ModelOrigin> readModelOrigin(const std::string &folder)
{
    return readJson(folder + "/motley.json", parseModelOrigin);
}

Result<StoredImageModel> readImageModelFolder(const std::string &folder)
{
    const auto config = readJson(folder + "/config.json", parseModelConfig);
    if (!config)
        return tl::unexpected(config.error());
    const std::string tensorFile = folder + "/model.safetensors";
    const auto tensors = readSafetensors(tensorFile);
    if (!tensors)
        return tl::unexpected(tensors.error());
    StoredImageModel stored{*config, makeImageModel(*config, 0)};
    if (const auto copied = copyInto(stateOf(*stored.model), *tensors); !copied)
        return fail(tensorFile + " does not fit config.json: " + copied.error().message);
    return stored;
}

} // namespace motley
