#include "engine/models/decoder/decoderfiles.h"

#include "engine/base/textfile.h"
#include "engine/models/decoder/packedtensors.h"
#include "engine/tensorfiles/finitenumbers.h"
#include "engine/tensorfiles/loadtensors.h"
#include "engine/tensorfiles/tiedtensors.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

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

template <typename Tensors>
std::vector<std::string> namesOf(const Tensors &tensors)
{
    std::vector<std::string> names;
    for (const auto &item : tensors)
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

// The weights of the linear layers below the output layer, by the names that they have in such a folder, without
// memory. Empty: the folder holds no decoder.
std::map<std::string, at::Tensor> linearWeights(const std::string &config, const std::vector<std::string> &names)
{
    const auto parsed = parseDecoderConfig(config);
    const auto places = placesAmong(names);
    std::map<std::string, at::Tensor> weights;
    if (!parsed || !places)
        return weights;
    const Decoder model(*parsed, *places);
    for (const auto &module : model.named_modules("", /*include_self=*/false))
        if (const auto layer = std::dynamic_pointer_cast<Projection>(module.value());
            layer && module.key() != places->head)
            weights.emplace(module.key() + ".weight", layer->weight());
    return weights;
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

namespace {

// `packed`: weights that are not among the tensors.
Result<OpenedDecoder> openFiles(HuggingFaceFolder files, PackedWeights packed)
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
    auto ofFile = takePackedWeights(sorted.own);
    if (!ofFile)
        return fail(path + ": " + ofFile.error().message, ofFile.error().detail);
    packed.merge(*ofFile);
    OpenedDecoder opened{std::make_shared<Decoder>(*config, *places), withoutQuantization(files.config), {}};
    if (const auto fits = packLayers(*opened.model, packed, places->head); !fits)
        return fail(path + " does not fit config.json: " + fits.error().message);
    LoadRules rules;
    rules.asStored = true;
    if (const auto loaded = loadTensors(withoutPacked(*opened.model, packed), sorted.own, rules); !loaded)
        return fail(path + " does not fit config.json: " + loaded.error().message, loaded.error().detail);
    opened.others = std::move(sorted.others);
    return opened;
}

} // namespace

Result<OpenedDecoder> openDecoder(HuggingFaceFolder files)
{
    return openFiles(std::move(files), {});
}

Result<OpenedDecoder> readPackedDecoder(const std::string &folder, const PackWeight &pack)
{
    const std::string configFile = folder + "/config.json";
    const auto text = readTextFile(configFile, 1 << 20);
    if (!text)
        return tl::unexpected(text.error());
    const auto stored = openFolderTensors(folder);
    if (!stored)
        return tl::unexpected(stored.error());
    HuggingFaceFolder files{*text, configFile, {}, stored->file};
    PackedWeights packed;
    const std::map<std::string, at::Tensor> linear = linearWeights(*text, namesOf(stored->tensors));
    for (const StoredTensor &item : stored->tensors) {
        const at::Tensor tensor = item.read();
        const auto layer = linear.find(item.name);
        const bool fits = layer != linear.end() && tensor.is_floating_point() && tensor.sizes() == layer->second.sizes()
            && isFinite(tensor);
        if (fits)
            packed.emplace(item.name.substr(0, item.name.rfind('.')), pack(tensor));
        else
            files.tensors.push_back({item.name, tensor});
    }
    return openFiles(std::move(files), std::move(packed));
}

NamedTensors allTensors(const OpenedDecoder &opened)
{
    NamedTensors all = stateDict(*opened.model);
    all.insert(all.end(), opened.others.begin(), opened.others.end());
    return all;
}

} // namespace motley
