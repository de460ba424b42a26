#include "engine/models/translation/transformerfiles.h"

#include "engine/tensorfiles/huggingfacefolder.h"
#include "engine/tensorfiles/loadtensors.h"
#include "engine/tensorfiles/tiedtensors.h"

namespace motley {

namespace {

constexpr const char *words = "model.shared.weight";
constexpr const char *outputBias = "final_logits_bias";

bool isComputed(const std::string &name) // the sinusoids, which files may contain
{
    return name == "model.encoder.embed_positions.weight" || name == "model.decoder.embed_positions.weight";
}

Result<NamedTensors> toTransformerNames(const NamedTensors &tensors)
{
    NamedTensors named;
    for (const NamedTensor &item : tensors) {
        if (item.name == outputBias && item.tensor.ne(0).any().item<bool>())
            return fail("The tensor final_logits_bias is not 0, but this program's output layer has no bias.");
        if (item.name != outputBias && !isComputed(item.name))
            named.push_back(item);
    }
    for (const char *copy :
        {"model.encoder.embed_tokens.weight", "model.decoder.embed_tokens.weight", "lm_head.weight"})
        if (const auto dropped = dropCopy(named, copy, words); !dropped)
            return tl::unexpected(dropped.error());
    return named;
}

// Checked before memory is allocated for a model of the size that the configuration states.
bool holdsEnough(const MarianConfig &config, const NamedTensors &tensors)
{
    std::int64_t stored = 0;
    for (const NamedTensor &item : tensors)
        stored += item.tensor.numel();
    const std::int64_t size = config.size;
    return stored >= config.vocabulary * size + config.encoderLayers * size * (4 * size + 2 * config.encoderInner)
        + config.decoderLayers * size * (8 * size + 2 * config.decoderInner);
}

} // namespace

Result<OpenedTransformer> readTransformerFolder(const std::string &folder)
{
    const auto files = readHuggingFaceFolder(folder);
    if (!files)
        return tl::unexpected(files.error());
    const auto config = parseMarianConfig(files->config);
    if (!config)
        return fail(files->configFile + ": " + config.error().message, config.error().detail);
    const std::string &path = files->tensorFile;
    const auto named = toTransformerNames(files->tensors);
    if (!named)
        return fail(path + ": " + named.error().message);
    if (!holdsEnough(*config, *named))
        return fail(path + " holds fewer parameters than config.json describes.");
    OpenedTransformer opened{std::make_shared<Transformer>(*config), *config};
    if (const auto loaded = loadTensors(stateDict(*opened.model), *named, {}); !loaded)
        return fail(path + " does not fit config.json: " + loaded.error().message, loaded.error().detail);
    return opened;
}

} // namespace motley
