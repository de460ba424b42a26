#include "engine/tensorfiles/huggingfacefolder.h"

#include "engine/base/textfile.h"
#include "engine/tensorfiles/safetensors.h"
#include "engine/tensorfiles/torchfile.h"

#include <filesystem>

namespace motley {

Result<HuggingFaceFolder> readHuggingFaceFolder(const std::string &folder)
{
    const std::string configFile = folder + "/config.json";
    const auto config = readTextFile(configFile, 1 << 20);
    if (!config)
        return tl::unexpected(config.error());
    const std::string safetensors = folder + "/model.safetensors";
    const bool hasSafetensors = std::filesystem::exists(safetensors);
    const std::string tensorFile = hasSafetensors ? safetensors : folder + "/pytorch_model.bin";
    auto tensors = hasSafetensors ? readSafetensors(tensorFile) : readTorchFile(tensorFile);
    if (!tensors)
        return tl::unexpected(tensors.error());
    return HuggingFaceFolder{*config, configFile, std::move(*tensors), tensorFile};
}

} // namespace motley
