#include "engine/inference/gguf/ggufadapter.h"

#include "engine/inference/gguf/ggufplan.h"
#include "engine/models/lora/peftfolder.h"

#include <ATen/ATen.h>

#include <algorithm>

namespace motley {

namespace {

// What llama.cpp divides by the rank of a layer and multiplies with.
double alphaOf(const LoraConfig &config)
{
    return config.alpha == 0 ? double(config.rank) : config.alpha; // it takes 0 for a missing one
}

// It has one alpha for all layers. What an adapter has otherwise, such as rank-stabilised scales, is put into the
// second matrix.
double restOfScale(const LoraConfig &config, const std::string &layer)
{
    return config.scaleOf(layer) / (alphaOf(config) / double(config.rankOf(layer)));
}

bool hasWholeModules(const PeftAdapter &adapter)
{
    return std::any_of(adapter.tensors.begin(), adapter.tensors.end(),
        [](const NamedTensor &item) { return item.name.find(".lora_") == std::string::npos; });
}

PlannedTensor planMatrix(const std::string &name, const at::Tensor &matrix, GgufType type)
{
    return {{name, matrix.sizes().vec(), type}, [matrix] { return matrix; }};
}

std::string withoutFront(const std::string &name, const std::string &front)
{
    return name.starts_with(front) ? name.substr(front.size()) : name;
}

} // namespace

Result<GgufAdapter> ggufAdapterOf(
    const std::string &folder, const GgufModel &model, const DecoderConfig &decoder, GgufType type)
{
    const auto read = readPeftFolder(folder);
    if (!read)
        return tl::unexpected(read.error());
    if (hasWholeModules(*read))
        return fail(folder
            + " has modules that were trained as a whole (modules_to_save), which an adapter in a GGUF "
              "file cannot have: merge it into its model by \"motley-engine export merged\" first.");
    DecoderPlaces places;
    if (decoder.insideVision)
        places.body = "model.language_model";
    Decoder placeholders(decoder, places);
    const auto config = addAdapters(placeholders, *read);
    if (!config)
        return tl::unexpected(config.error());
    GgufAdapter adapter;
    adapter.fields = {{"adapter.type", std::string("lora")}, {"adapter.lora.alpha", float(alphaOf(*config))}};
    for (const AdaptedLayer &item : adaptedLayers(placeholders)) {
        const std::string name = withoutFront(item.name, places.body + ".") + ".weight";
        const std::string there = ggufNameOf(decoder, name);
        if (there.empty())
            return fail("The layer " + item.name + " has no name in a GGUF file.");
        const at::Tensor first = withColumnsInOrder(decoder, name, item.adapter->first());
        const double rest = restOfScale(*config, item.name);
        const at::Tensor second = withRowsInOrder(model, decoder, name, item.adapter->second());
        adapter.tensors.push_back(planMatrix(there + ".lora_a", first, type));
        adapter.tensors.push_back(planMatrix(there + ".lora_b", rest == 1 ? second : second * rest, type));
    }
    return adapter;
}

} // namespace motley
