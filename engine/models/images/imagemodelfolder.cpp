#include "engine/models/images/imagemodelfolder.h"

#include "engine/base/textfile.h"
#include "engine/tensorfiles/safetensors.h"

namespace motley {

Result<StoredImageModel> readImageModelFolder(const std::string &folder)
{
    const std::string configFile = folder + "/config.json";
    const auto text = readTextFile(configFile, 1 << 20);
    if (!text)
        return tl::unexpected(text.error());
    const auto config = parseImageModelConfig(*text);
    if (!config)
        return fail(configFile + ": " + config.error().message, config.error().detail);
    const std::string tensorFile = folder + "/model.safetensors";
    const auto tensors = readSafetensors(tensorFile);
    if (!tensors)
        return tl::unexpected(tensors.error());
    StoredImageModel stored{*config, makeImageModel(*config, 0)};
    if (const auto copied = copyInto(stateDict(*stored.model), *tensors); !copied)
        return fail(tensorFile + " does not fit config.json: " + copied.error().message);
    return stored;
}

} // namespace motley
