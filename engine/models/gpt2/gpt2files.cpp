#include "engine/models/gpt2/gpt2files.h"

#include "engine/tensorfiles/huggingfacefolder.h"
#include "engine/tensorfiles/tiedtensors.h"

namespace motley {

namespace {

constexpr const char *words = "transformer.wte.weight";
constexpr const char *secondWords = "lm_head.weight";

bool isMask(const std::string &name) // "h.0.attn.bias", "h.0.attn.masked_bias"
{
    const auto last = name.rfind('.');
    const std::string front = last == std::string::npos ? "" : name.substr(0, last);
    const bool inAttention = front.size() > 5 && front.compare(front.size() - 5, 5, ".attn") == 0;
    return inAttention && (name.substr(last) == ".bias" || name.substr(last) == ".masked_bias");
}

std::string toGpt2Name(const std::string &name)
{
    const std::string first = name.substr(0, name.find('.'));
    const bool isBare = first == "wte" || first == "wpe" || first == "h" || first == "ln_f";
    return isBare ? "transformer." + name : name;
}

Result<NamedTensors> toGpt2Names(const NamedTensors &tensors)
{
    NamedTensors named;
    for (const NamedTensor &item : tensors)
        if (!isMask(item.name))
            named.push_back({toGpt2Name(item.name), item.tensor});
    if (const auto dropped = dropCopy(named, secondWords, words); !dropped)
        return tl::unexpected(dropped.error());
    return named;
}

// Checked before memory is allocated for a model of the size that the configuration states.
bool holdsEnough(const Gpt2Config &config, const NamedTensors &tensors)
{
    std::int64_t stored = 0;
    for (const NamedTensor &item : tensors)
        stored += item.tensor.numel();
    const std::int64_t size = config.hiddenSize;
    const std::int64_t inner = config.intermediateSize.value_or(4 * size);
    return stored
        >= (config.vocabulary + config.positions) * size + config.layers * (4 * size * size + 2 * size * inner);
}

} // namespace

Result<OpenedGpt2> readGpt2Folder(const std::string &folder)
{
    const auto files = readHuggingFaceFolder(folder);
    if (!files)
        return tl::unexpected(files.error());
    const auto config = parseGpt2Config(files->config);
    if (!config)
        return fail(files->configFile + ": " + config.error().message, config.error().detail);
    const std::string &path = files->tensorFile;
    const auto named = toGpt2Names(files->tensors);
    if (!named)
        return fail(path + ": " + named.error().message);
    if (!holdsEnough(*config, *named))
        return fail(path + " holds fewer parameters than config.json describes.");
    OpenedGpt2 opened{std::make_shared<Gpt2>(*config), *config};
    if (const auto loaded = loadTensors(stateDict(*opened.model), *named, {}); !loaded)
        return fail(path + " does not fit config.json: " + loaded.error().message, loaded.error().detail);
    return opened;
}

} // namespace motley
