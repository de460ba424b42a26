#include "engine/protocol/modelconfig.h"

#include "engine/protocol/jobfields.h"

namespace motley {

template <typename Fields>
void describe(Fields &fields, ModelConfig &config)
{
    fields("task", config.task);
    fields("model", config.model);
    fields("channels", config.channels);
    fields("height", config.height);
    fields("width", config.width);
    fields("classes", config.classes);
    fields("pixelMean", config.pixelMean);
    fields("pixelDeviation", config.pixelDeviation);
}

namespace {

constexpr std::size_t longestConfig = 1 << 20; // bytes

Result<void> checkSize(const char *field, std::int64_t value, std::int64_t most)
{
    if (value >= 1 && value <= most)
        return {};
    return fail("The field " + std::string(field) + " must be between 1 and " + std::to_string(most) + ", but is "
        + std::to_string(value) + ".");
}

} // namespace

std::string toJson(const ModelConfig &config)
{
    return versionedJsonOf(config).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<ModelConfig> parseModelConfig(std::string_view json)
{
    auto config = fromVersionedText<ModelConfig>(json, longestConfig, "model configuration");
    if (!config)
        return config;
    const Result<void> checks[] = {
        checkSize("model.width", config->model.width, 1024),
        checkSize("channels", config->channels, 1024),
        checkSize("height", config->height, 65536),
        checkSize("width", config->width, 65536),
        checkSize("classes", config->classes, 1 << 20),
    };
    for (const auto &good : checks)
        if (!good)
            return tl::unexpected(good.error());
    if (!(config->pixelDeviation > 0))
        return fail("The field pixelDeviation must be above 0.");
    return config;
}

} // namespace motley
