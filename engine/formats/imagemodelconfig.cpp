#include "engine/formats/imagemodelconfig.h"

#include "engine/job/tasks/imagefields.h"

namespace motley {

template <typename Fields>
void describe(Fields &fields, ImageModelConfig &config)
{
    fields("model", config.model);
    fields("channels", config.channels);
    fields("height", config.height);
    fields("width", config.width);
    fields("classes", config.classes);
    fields("classNames", config.classNames);
    fields("pixelMean", config.pixelMean);
    fields("pixelDeviation", config.pixelDeviation);
}

namespace {

constexpr std::size_t longestImageModelConfig = 1 << 20; // bytes

Result<void> checkSize(const char *field, std::int64_t value, std::int64_t most)
{
    if (value >= 1 && value <= most)
        return {};
    return fail("The field " + std::string(field) + " must be between 1 and " + std::to_string(most) + ", but is "
        + std::to_string(value) + ".");
}

} // namespace

std::string toJson(const ImageModelConfig &config)
{
    return versionedJsonOf(config).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<ImageModelConfig> parseImageModelConfig(std::string_view json)
{
    auto config = fromVersionedText<ImageModelConfig>(json, longestImageModelConfig, "model configuration");
    if (!config)
        return config;
    const Result<void> checks[] = {
        checkSize("model.width", config->model.width, 4096),
        checkSize("model.layers", config->model.layers, 1000),
        checkSize("model.patch", config->model.patch, 1024),
        checkSize("channels", config->channels, 1024),
        checkSize("height", config->height, 65536),
        checkSize("width", config->width, 65536),
        checkSize("classes", config->classes, 1 << 20),
    };
    for (const auto &good : checks)
        if (!good)
            return tl::unexpected(good.error());
    if (!config->classNames.empty() && std::int64_t(config->classNames.size()) != config->classes)
        return fail("The field classNames must have as many names as there are classes.");
    if (!(config->pixelDeviation > 0))
        return fail("The field pixelDeviation must be above 0.");
    return config;
}

} // namespace motley
