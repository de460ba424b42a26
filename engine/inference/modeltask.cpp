#include "engine/inference/modeltask.h"

#include "engine/tasks/registry.h"
#include "engine/tensorfiles/modelfolder.h"

#include <filesystem>

namespace motley {

namespace fs = std::filesystem;

template <typename Spec>
Result<Spec> specOfModel(const std::string &modelFolder)
{
    std::error_code ignored;
    if (!fs::is_directory(modelFolder, ignored))
        return fail("There is no folder " + modelFolder
            + "; name the folder of a model, which holds config.json and model.safetensors.");
    if (!fs::exists(modelFolder + "/motley.json", ignored))
        return Spec();
    const auto origin = readModelOrigin(modelFolder);
    if (!origin)
        return tl::unexpected(origin.error());
    if (const auto *spec = std::get_if<Spec>(&origin->task))
        return *spec;
    return fail("The model in " + modelFolder + " is one of the task " + taskName(origin->task)
        + ", which `motley-engine " + entryOf(origin->task).use(origin->task).command + "` uses.");
}

PrecisionSpec precisionOfUse(const std::string &modelFolder, c10::Device device)
{
    return device.is_cuda() ? precisionOfModel(modelFolder).value_or(PrecisionSpec()) : PrecisionSpec();
}

template Result<TranslationSpec> specOfModel(const std::string &modelFolder);
template Result<LanguageModelSpec> specOfModel(const std::string &modelFolder);
template Result<TaggingSpec> specOfModel(const std::string &modelFolder);
template Result<VolumeSpec> specOfModel(const std::string &modelFolder);
template Result<ImageSpec> specOfModel(const std::string &modelFolder);

} // namespace motley
