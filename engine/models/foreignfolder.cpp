#include "engine/models/foreignfolder.h"

#include "engine/models/safetensors.h"
#include "engine/models/smallfile.h"
#include "engine/models/torchfile.h"

#include <filesystem>

namespace motley {

Result<ForeignFolder> readForeignFolder(const std::string &folder)
{
    const std::string configFile = folder + "/config.json";
    const auto config = readSmallFile(configFile);
    if (!config)
        return tl::unexpected(config.error());
    const std::string safetensors = folder + "/model.safetensors";
    const bool hasSafetensors = std::filesystem::exists(safetensors);
    const std::string tensorFile = hasSafetensors ? safetensors : folder + "/pytorch_model.bin";
    auto tensors = hasSafetensors ? readSafetensors(tensorFile) : readTorchFile(tensorFile);
    if (!tensors)
        return tl::unexpected(tensors.error());
    return ForeignFolder{*config, configFile, std::move(*tensors), tensorFile};
}

} // namespace motley
