#include "engine/models/lora/peftfolder.h"

#include "engine/base/durablefile.h"
#include "engine/base/textfile.h"
#include "engine/job/tasks/peftfiles.h"
#include "engine/models/lora/peftnames.h"
#include "engine/tensorfiles/loadtensors.h"
#include "engine/tensorfiles/safetensors.h"
#include "engine/tensorfiles/tiedtensors.h"
#include "engine/tensorfiles/writesidefiles.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace motley {

namespace {

namespace fs = std::filesystem;
constexpr std::string_view front = "base_model.model.";
constexpr std::string_view firstEnd = ".lora_A.weight";
constexpr std::string_view secondEnd = ".lora_B.weight";
constexpr std::string_view wordsEnd = ".embed_tokens.weight";
constexpr const char *headName = "lm_head.weight";

std::string without(const std::string &name, std::string_view end)
{
    return name.substr(0, name.size() - end.size());
}

std::string lastPartOf(const std::string &name)
{
    return name.substr(name.rfind('.') + 1); // of npos: the whole name
}

// What the tensors say: the layers that have an adapter, and the modules that were trained as a whole.
struct Contents {
    std::vector<std::string> layers;
    std::vector<std::string> modules;
    NamedTensors tensors; // under the model's names
};

Result<void> checkKind(const std::string &name)
{
    if (name.find("lora_magnitude_vector") != std::string::npos)
        return fail("The tensor " + name + " is of DoRA, which is not supported.");
    if (name.find("lora_embedding_") != std::string::npos)
        return fail("The tensor " + name + " is of an adapter of word embeddings, which is not supported.");
    if (name.find(".lora_") != std::string::npos && !name.ends_with(firstEnd) && !name.ends_with(secondEnd))
        return fail("The tensor " + name + " is of a kind of adapter that is not supported.");
    return {};
}

bool hasOutputLayer(const torch::nn::Module &model)
{
    const auto layers = linearLayers(model);
    return std::any_of(layers.begin(), layers.end(), [](const auto &item) { return isCalled(item.first, "lm_head"); });
}

// Word embeddings that are the output layer too are there twice.
Result<void> dropCopyOfWords(NamedTensors &tensors)
{
    const auto words = std::find_if(
        tensors.begin(), tensors.end(), [](const NamedTensor &item) { return item.name.ends_with(wordsEnd); });
    if (words == tensors.end())
        return {};
    const std::string name = words->name;
    return dropCopy(tensors, std::string(front) + headName, name);
}

Result<Contents> sortOut(const torch::nn::Module &model, PeftAdapter adapter)
{
    if (const auto dropped = hasOutputLayer(model) ? Result<void>() : dropCopyOfWords(adapter.tensors); !dropped)
        return tl::unexpected(dropped.error());
    std::map<std::string, std::string> ours; // by PEFT's names
    for (const auto &module : model.named_modules("", /*include_self=*/false))
        ours.emplace(peftName(module.key()), module.key());
    Contents contents;
    for (const NamedTensor &item : adapter.tensors) {
        if (const auto known = checkKind(item.name); !known)
            return tl::unexpected(known.error());
        if (!item.name.starts_with(front))
            return fail("The tensor " + item.name + " is none of an adapter: its name must begin with "
                + std::string(front) + ".");
        const std::string name = peftName(item.name.substr(front.size()));
        const bool isFirst = name.ends_with(firstEnd);
        const std::string end = isFirst || name.ends_with(secondEnd) ? std::string(firstEnd) : "." + lastPartOf(name);
        const auto module = ours.find(without(name, end));
        if (module == ours.end())
            return fail("The adapter has the tensor " + item.name + ", but the model has no such layer.");
        const std::string rest = name.substr(name.size() - end.size());
        if (isFirst)
            contents.layers.push_back(module->second);
        else if (!name.ends_with(secondEnd)
            && std::find(contents.modules.begin(), contents.modules.end(), module->second) == contents.modules.end())
            contents.modules.push_back(module->second);
        contents.tensors.push_back({module->second + rest, item.tensor});
    }
    return contents;
}

// Memory is claimed for a rank only where the tensors have it.
Result<void> checkRanks(const torch::nn::Module &model, const Contents &contents, const LoraConfig &config)
{
    std::map<std::string, std::shared_ptr<Projection>> linear;
    for (const auto &[name, layer] : linearLayers(model))
        linear.emplace(name, layer);
    for (const std::string &layer : contents.layers) {
        const at::Tensor &first = *findTensor(contents.tensors, layer + std::string(firstEnd));
        const auto found = linear.find(layer);
        if (found == linear.end())
            return fail("The adapter is of the layer " + layer + ", which is not linear.");
        if (first.dim() != 2 || first.size(1) != found->second->inputs())
            return fail("The adapter of the layer " + layer + " has another shape than the model's layer.");
        if (first.size(0) != config.rankOf(layer))
            return fail("The adapter of the layer " + layer + " is not of rank " + std::to_string(config.rankOf(layer))
                + ", as adapter_config.json says (r and rank_pattern).");
    }
    return {};
}

// Patterns of layers that have no adapter say nothing.
void dropUnused(std::vector<LayerNumber> &numbers, const std::vector<std::string> &layers)
{
    std::erase_if(numbers, [&](const LayerNumber &item) {
        return std::none_of(
            layers.begin(), layers.end(), [&](const std::string &layer) { return isCalled(layer, item.layer); });
    });
}

// The ends of their names where they say which layers are meant, else whole names: PEFT looks for them in all of the
// model.
std::vector<std::string> targetsIn(const torch::nn::Module &model, bool hasOthers)
{
    std::set<std::string> adapted;
    std::set<std::string> ends;
    for (const AdaptedLayer &item : adaptedLayers(model)) {
        adapted.insert(peftName(item.name));
        ends.insert(lastPartOf(item.name));
    }
    bool isClear = !hasOthers;
    for (const auto &[name, layer] : linearLayers(model))
        isClear = isClear && (adapted.count(peftName(name)) > 0 || ends.count(lastPartOf(name)) == 0);
    const auto &names = isClear ? ends : adapted;
    return {names.begin(), names.end()};
}

// Whether word embeddings that are trained as a whole are the output layer at once.
bool sharesTrainedWords(const torch::nn::Module &model, const std::vector<std::string> &modulesToSave)
{
    return !hasOutputLayer(model)
        && std::any_of(modulesToSave.begin(), modulesToSave.end(),
            [](const std::string &name) { return isCalled(name, "embed_tokens"); });
}

std::vector<std::string> wholeModulesIn(const torch::nn::Module &model, const LoraConfig &config)
{
    std::vector<std::string> modules;
    for (const auto &module : model.named_modules("", /*include_self=*/false))
        for (const std::string &name : config.modulesToSave)
            if (isCalled(module.key(), name))
                modules.push_back(peftName(module.key()));
    return modules;
}

} // namespace

bool holdsAdapter(const std::string &folder)
{
    std::error_code ignored;
    return fs::exists(folder + "/" + adapterConfigFile, ignored);
}

Result<LoraConfig> readPeftConfig(const std::string &folder)
{
    const std::string file = folder + "/" + adapterConfigFile;
    const auto text = readTextFile(file, 1 << 20);
    if (!text)
        return tl::unexpected(text.error());
    return parseLoraConfig(*text).map_error([&](const Error &error) {
        return Error{file + ": " + error.message, error.detail};
    });
}

Result<PeftAdapter> readPeftFolder(const std::string &folder)
{
    auto config = readPeftConfig(folder);
    if (!config)
        return tl::unexpected(config.error());
    auto tensors = readSafetensors(folder + "/" + adapterTensorFile);
    if (!tensors)
        return tl::unexpected(tensors.error());
    return PeftAdapter{std::move(*config), std::move(*tensors), folder};
}

Result<LoraConfig> addAdapters(torch::nn::Module &model, const PeftAdapter &adapter)
{
    const std::string where = adapter.folder + "/" + adapterTensorFile + ": ";
    const auto contents = sortOut(model, adapter);
    if (!contents)
        return fail(where + contents.error().message);
    if (contents->layers.empty())
        return fail(where + "It has no tensors of a low-rank adapter.");
    LoraConfig config = adapter.config;
    config.targets = contents->layers;
    config.modulesToSave = contents->modules;
    if (sharesTrainedWords(model, config.modulesToSave) && !config.tiesWeights)
        return fail(where
            + "Its word embeddings were trained apart from the output layer, but in the model both share their "
              "weights.");
    dropUnused(config.ranks, config.targets);
    dropUnused(config.alphas, config.targets);
    if (const auto good = checkRanks(model, *contents, config); !good)
        return fail(where + good.error().message);
    if (const auto added = addAdapters(model, config, /*seed=*/0); !added)
        return fail(where + added.error().message);
    if (const auto loaded = loadTensors(trainableParametersOf(model), contents->tensors, {}); !loaded)
        return fail(where + "It does not fit the model. " + loaded.error().message, loaded.error().detail);
    return config;
}

Result<LoraConfig> addAdapters(torch::nn::Module &model, const AdapterSpec &spec, std::uint64_t seed)
{
    if (!spec.start.empty())
        return readPeftFolder(spec.start.path).and_then([&](const PeftAdapter &adapter) {
            return addAdapters(model, adapter);
        });
    const LoraConfig config = loraConfigOf(spec);
    return addAdapters(model, config, seed).map([&] { return config; });
}

NamedTensors peftTensors(const torch::nn::Module &model)
{
    NamedTensors tensors;
    for (const NamedTensor &item : trainableParametersOf(model)) {
        tensors.push_back({std::string(front) + peftName(item.name), item.tensor.detach()});
        if (item.name.ends_with(wordsEnd) && !hasOutputLayer(model))
            tensors.push_back({std::string(front) + headName, item.tensor.detach()});
    }
    return tensors;
}

std::string peftConfig(const torch::nn::Module &model, const LoraConfig &config, const PeftBase &base)
{
    LoraConfig written = config;
    written.targets = targetsIn(model, base.hasOthers);
    written.modulesToSave = wholeModulesIn(model, config);
    for (auto *numbers : {&written.ranks, &written.alphas})
        for (LayerNumber &item : *numbers)
            for (const AdaptedLayer &layer : adaptedLayers(model))
                if (layer.name == item.layer)
                    item.layer = peftName(item.layer);
    written.tiesWeights = sharesTrainedWords(model, written.modulesToSave);
    written.base = base.path;
    return toJson(written);
}

Result<void> writePeftFolder(const std::string &folder, const torch::nn::Module &model, const std::string &config,
    const std::vector<SideFile> &others)
{
    const std::string unfinished = folder + ".tmp";
    std::error_code problem;
    fs::remove_all(unfinished, problem);
    fs::create_directories(unfinished, problem);
    if (problem)
        return fail("Could not create the folder " + unfinished + ".", problem.message());
    auto written = writeSafetensors(unfinished + "/" + adapterTensorFile, peftTensors(model)).and_then([&] {
        return writeDurably(unfinished + "/" + adapterConfigFile, config);
    });
    written = written.and_then([&] { return writeSideFiles(unfinished, others); }).and_then([&] {
        return publishFolder(unfinished, folder);
    });
    if (!written)
        fs::remove_all(unfinished, problem);
    return written;
}

} // namespace motley
