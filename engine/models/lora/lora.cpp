#include "engine/models/lora/lora.h"

#include "engine/base/words/firstfew.h"
#include "engine/models/layers/randomfill.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace motley {

namespace {

constexpr std::uint64_t initialisation = 0x6c6f7261; // random stream, distinct from those of the samples
constexpr const char *outputLayer = "lm_head";

using Layers = std::vector<std::pair<std::string, std::shared_ptr<Projection>>>;

std::string lastPart(const std::string &name)
{
    return name.substr(name.rfind('.') + 1); // of npos: the whole name
}

bool isOneOf(const std::string &layer, const std::vector<std::string> &names)
{
    return std::any_of(names.begin(), names.end(), [&](const std::string &name) { return isCalled(layer, name); });
}

bool isIn(const std::string &layer, const std::vector<std::string> &modules)
{
    return std::any_of(modules.begin(), modules.end(), [&](const std::string &module) {
        return isCalled(layer, module) || ("." + layer).find("." + module + ".") != std::string::npos;
    });
}

Layers chosenBy(const LoraConfig &config, const Layers &all)
{
    Layers chosen;
    for (const auto &[name, layer] : all) {
        const bool isTarget = config.targets.empty() ? lastPart(name) != outputLayer : isOneOf(name, config.targets);
        if (isTarget && !isIn(name, config.modulesToSave))
            chosen.push_back({name, layer});
    }
    return chosen;
}

std::string describeLayers(const Layers &layers)
{
    constexpr std::size_t mostNamed = 20;
    std::vector<std::string> names;
    for (const auto &[name, layer] : layers)
        if (std::find(names.begin(), names.end(), lastPart(name)) == names.end())
            names.push_back(lastPart(name));
    return firstFew(names, mostNamed);
}

Result<void> checkNames(const std::vector<std::string> &names, const Layers &layers)
{
    for (const std::string &name : names)
        if (std::none_of(layers.begin(), layers.end(), [&](const auto &item) { return isCalled(item.first, name); }))
            return fail("The adapter names the layer " + name + ", but of the model's layers it can be put on "
                + describeLayers(layers) + ".");
    return {};
}

std::vector<std::string> layersOf(const std::vector<LayerNumber> &numbers)
{
    std::vector<std::string> layers;
    for (const LayerNumber &item : numbers)
        layers.push_back(item.layer);
    return layers;
}

void freeze(torch::nn::Module &model)
{
    for (at::Tensor &parameter : model.parameters())
        parameter.set_requires_grad(false);
}

bool holdsPacked(const torch::nn::Module &module)
{
    const auto parts = module.modules(/*include_self=*/true);
    return std::any_of(parts.begin(), parts.end(), [](const auto &part) {
        const auto *layer = dynamic_cast<const Projection *>(part.get());
        return layer && layer->packed();
    });
}

Result<void> trainWhole(torch::nn::Module &model, const std::vector<std::string> &names)
{
    for (const std::string &name : names) {
        bool found = false;
        for (const auto &module : model.named_modules("", /*include_self=*/false)) {
            if (!isCalled(module.key(), name))
                continue;
            if (holdsPacked(*module.value()))
                return fail("The module " + name
                    + " is to be trained as a whole, but the model's files have it in 4 bits, which cannot be trained. "
                      "Leave it out of adapter.modulesToSave, or start from the model in 16 bits.");
            for (at::Tensor &parameter : module.value()->parameters()) {
                parameter.set_data(parameter.to(at::kFloat));
                parameter.set_requires_grad(true);
                found = true;
            }
        }
        if (!found)
            return fail("The module " + name
                + ", which is to be trained as a whole, is not in the model. An output layer that shares the word "
                  "embeddings is trained with them: name embed_tokens.");
    }
    return {};
}

} // namespace

std::vector<std::pair<std::string, std::shared_ptr<Projection>>> linearLayers(const torch::nn::Module &model)
{
    Layers layers;
    for (const auto &module : model.named_modules("", /*include_self=*/false))
        if (auto layer = std::dynamic_pointer_cast<Projection>(module.value()))
            layers.push_back({module.key(), std::move(layer)});
    return layers;
}

std::vector<AdaptedLayer> adaptedLayers(const torch::nn::Module &model)
{
    std::vector<AdaptedLayer> adapted;
    for (const auto &[name, layer] : linearLayers(model))
        if (auto adapter = std::dynamic_pointer_cast<const LoraLayer>(layer->adapter()))
            adapted.push_back({name, layer, std::move(adapter)});
    return adapted;
}

Result<void> addAdapters(torch::nn::Module &model, const LoraConfig &config, std::uint64_t seed)
{
    const Layers all = linearLayers(model);
    if (all.empty() || !adaptedLayers(model).empty())
        return fail(all.empty() ? "The model has no layers that adapters can be put on; train all weights."
                                : "The model has an adapter already.");
    const Layers chosen = chosenBy(config, all);
    if (const auto known = checkNames(config.targets, all); !known)
        return known;
    for (const auto &numbers : {config.ranks, config.alphas})
        if (const auto known = checkNames(layersOf(numbers), chosen); !known)
            return known;
    freeze(model);
    if (const auto whole = trainWhole(model, config.modulesToSave); !whole)
        return whole;
    const torch::NoGradGuard noGradients;
    Random random{seed, initialisation};
    std::uint64_t dropoutLayer = 0;
    for (const auto &[name, layer] : chosen) {
        const LoraLayerOptions options{config.rankOf(name), config.scaleOf(name), config.dropout, dropoutLayer++};
        const auto adapter = std::make_shared<LoraLayer>(*layer, options);
        fillUniformly(adapter->first(), 1 / std::sqrt(double(layer->inputs())), random);
        layer->adapt(adapter);
    }
    return {};
}

NamedTensors mergedTensors(const torch::nn::Module &model)
{
    const torch::NoGradGuard noGradients;
    std::map<std::string, at::Tensor> merged;
    std::set<std::string> left; // what a model without adapters and packed weights does not have
    const std::vector<AdaptedLayer> adapted = adaptedLayers(model);
    for (const NamedTensor &item : trainableParametersOf(model))
        if (!adapted.empty())
            merged[item.name] = item.tensor.to(adapted.front().layer->weightType());
    for (const auto &[name, layer] : linearLayers(model)) {
        if (!layer->packed())
            continue;
        for (const PackedPart &part : layer->packed()->parts())
            left.insert(name + "." + part.name);
        left.erase(name + ".weight");
        merged[name + ".weight"] = layer->denseWeight();
    }
    for (const AdaptedLayer &item : adapted) {
        const at::Tensor own = item.layer->denseWeight();
        merged[item.name + ".weight"] = (own.to(at::kFloat) + item.adapter->weight()).to(own.scalar_type());
        left.insert({item.name + ".lora_A.weight", item.name + ".lora_B.weight"});
    }
    NamedTensors tensors;
    for (const NamedTensor &item : stateDict(model)) {
        const auto found = merged.find(item.name);
        if (left.count(item.name) == 0)
            tensors.push_back({item.name, found == merged.end() ? item.tensor : found->second});
    }
    return tensors;
}

} // namespace motley
