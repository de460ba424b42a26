#include "engine/models/decoder/decoderfiles.h"

#include "engine/models/decoder/packedtensors.h"
#include "engine/tensorfiles/loadtensors.h"
#include "engine/tensorfiles/tiedtensors.h"

#include <algorithm>
#include <array>

namespace motley {

namespace {

constexpr const char *words = "embed_tokens.weight";

std::string under(const std::string &front, const std::string &name)
{
    return front.empty() ? name : front + "." + name;
}

// Keys and values that files have for layers that use those of an earlier one.
std::vector<std::string> unusedKeys(const DecoderConfig &config, const DecoderPlaces &places)
{
    std::vector<std::string> fronts;
    for (std::size_t i = 0; i < config.layers.size(); ++i)
        for (const char *part : {"k_proj", "v_proj", "k_norm", "v_norm"})
            if (config.layers[i].keysOf)
                fronts.push_back(under(places.body, "layers." + std::to_string(i) + ".self_attn." + part));
    return fronts;
}

std::vector<std::string> namesOf(const NamedTensors &tensors)
{
    std::vector<std::string> names;
    for (const NamedTensor &item : tensors)
        names.push_back(item.name);
    return names;
}

struct Sorted {
    NamedTensors own; // of the model for text
    NamedTensors others;
};

bool isFrequencies(const std::string &name) // a table that older files of Llama hold
{
    constexpr std::string_view end = ".rotary_emb.inv_freq";
    return name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
}

Sorted sortTensors(NamedTensors tensors, const DecoderConfig &config, const DecoderPlaces &places)
{
    const std::set<std::string> others = othersAmong(namesOf(tensors), config, places);
    Sorted sorted;
    for (NamedTensor &item : tensors)
        (others.count(item.name) > 0 ? sorted.others : sorted.own).push_back(std::move(item));
    return sorted;
}

// The model's tensors but for those of packed weights, which have a bias at most besides.
NamedTensors withoutPacked(const Decoder &model, const PackedWeights &packed)
{
    NamedTensors tensors = stateDict(model);
    std::erase_if(tensors, [&](const NamedTensor &item) {
        const auto dot = item.name.rfind('.');
        return packed.count(item.name.substr(0, dot)) > 0 && item.name.substr(dot + 1) != "bias";
    });
    return tensors;
}

// Errors: what is no linear layer below the output layer, or of another shape.
Result<void> packLayers(Decoder &model, const PackedWeights &packed, const std::string &head)
{
    const auto modules = model.named_modules("", /*include_self=*/false);
    for (const auto &[name, weight] : packed) {
        const auto *found = modules.find(name);
        const auto layer = found ? std::dynamic_pointer_cast<Projection>(*found) : nullptr;
        if (!layer || name == head)
            return fail("The weight of " + name
                + " is packed in 4 bits, as only linear layers below the output layer "
                  "may be.");
        if (layer->outputs() != weight->outputs() || layer->inputs() != weight->inputs())
            return fail("The packed weight of " + name + " has another shape than the model's layer.");
        layer->pack(weight);
    }
    return {};
}

} // namespace

// Newer and older files of models that see have the model for text in different places.
Result<DecoderPlaces> placesAmong(const std::vector<std::string> &names)
{
    const std::array<DecoderPlaces, 4> known{{{"model.language_model", "lm_head"},
        {"language_model.model", "language_model.lm_head"}, {"model", "lm_head"}, {"", "lm_head"}}};
    for (const DecoderPlaces &places : known)
        if (std::find(names.begin(), names.end(), under(places.body, words)) != names.end())
            return places;
    return fail("It has no word embeddings (model." + std::string(words) + ").");
}

std::set<std::string> othersAmong(
    const std::vector<std::string> &names, const DecoderConfig &config, const DecoderPlaces &places)
{
    std::vector<std::string> untouched = unusedKeys(config, places);
    untouched.emplace_back("mtp");
    const std::vector<std::string> body{places.body, places.head};
    std::set<std::string> others;
    for (const std::string &name : names) {
        const bool isElsewhere = config.insideVision && !places.body.empty() && !isUnder(name, body);
        if (isElsewhere || isFrequencies(name) || isUnder(name, untouched))
            others.insert(name);
    }
    return others;
}

Result<OpenedDecoder> readDecoderFolder(const std::string &folder)
{
    return readHuggingFaceFolder(folder).and_then(openDecoder);
}

Result<OpenedDecoder> openDecoder(HuggingFaceFolder files)
{
    const auto config = parseDecoderConfig(files.config);
    if (!config)
        return fail(files.configFile + ": " + config.error().message, config.error().detail);
    const std::string &path = files.tensorFile;
    const auto places = placesAmong(namesOf(files.tensors));
    if (!places)
        return fail(path + ": " + places.error().message);
    Sorted sorted = sortTensors(std::move(files.tensors), *config, *places);
    if (config->tied)
        if (const auto dropped = dropCopy(sorted.own, under(places->head, "weight"), under(places->body, words));
            !dropped)
            return fail(path + ": " + dropped.error().message);
    const auto packed = takePackedWeights(sorted.own);
    if (!packed)
        return fail(path + ": " + packed.error().message, packed.error().detail);
    OpenedDecoder opened{std::make_shared<Decoder>(*config, *places), withoutQuantization(files.config), {}};
    if (const auto fits = packLayers(*opened.model, *packed, places->head); !fits)
        return fail(path + " does not fit config.json: " + fits.error().message);
    LoadRules rules;
    rules.asStored = true;
    if (const auto loaded = loadTensors(withoutPacked(*opened.model, *packed), sorted.own, rules); !loaded)
        return fail(path + " does not fit config.json: " + loaded.error().message, loaded.error().detail);
    opened.others = std::move(sorted.others);
    return opened;
}

NamedTensors allTensors(const OpenedDecoder &opened)
{
    NamedTensors all = stateDict(*opened.model);
    all.insert(all.end(), opened.others.begin(), opened.others.end());
    return all;
}

} // namespace motley
