#include "engine/tensorfiles/modelfolder.h"

#include "engine/base/durablefile.h"
#include "engine/base/textfile.h"
#include "engine/tensorfiles/safetensors.h"
#include "engine/tensorfiles/writesidefiles.h"

#include <filesystem>

namespace motley {

Result<void> writeModelFolder(const std::string &folder, const torch::nn::Module &model, const std::string &configJson,
    const std::vector<SideFile> &others)
{
    return writeModelFolder(folder, stateDict(model), configJson, others);
}

Result<void> writeModelFolder(const std::string &folder, const NamedTensors &tensors, const std::string &configJson,
    const std::vector<SideFile> &others)
{
    const std::string unfinished = folder + ".tmp";
    std::error_code problem;
    std::filesystem::remove_all(unfinished, problem);
    std::filesystem::create_directories(unfinished, problem);
    if (problem)
        return fail("Could not create the folder " + unfinished + ".", problem.message());
    auto written = writeSafetensors(unfinished + "/model.safetensors", tensors).and_then([&] {
        return writeDurably(unfinished + "/config.json", configJson);
    });
    written = written.and_then([&] { return writeSideFiles(unfinished, others); }).and_then([&] {
        return publishFolder(unfinished, folder);
    });
    if (!written)
        std::filesystem::remove_all(unfinished, problem);
    return written;
}

Result<ModelOrigin> readModelOrigin(const std::string &folder)
{
    const std::string file = folder + "/motley.json";
    const auto text = readTextFile(file, 1 << 20);
    if (!text)
        return tl::unexpected(text.error());
    auto origin = parseModelOrigin(*text);
    if (!origin)
        return fail(file + ": " + origin.error().message, origin.error().detail);
    return origin;
}

Result<PrecisionSpec> precisionOfModel(const std::string &folder)
{
    if (std::error_code ignored; !std::filesystem::exists(folder + "/motley.json", ignored))
        return PrecisionSpec();
    return readModelOrigin(folder).map(
        [](const ModelOrigin &origin) { return origin.precision.value_or(PrecisionSpec()); });
}

} // namespace motley
