#include "engine/models/bert/bertfiles.h"

#include "engine/base/textfile.h"
#include "engine/models/bert/bertnames.h"
#include "engine/tensorfiles/huggingfacefolder.h"
#include "engine/tensorfiles/safetensors.h"
#include "engine/tensorfiles/torchfile.h"

#include <algorithm>
#include <filesystem>

namespace motley {

namespace {

constexpr std::string_view hetSeqFront = "model/";

bool isHetSeqs(const std::string &name)
{
    return name.compare(0, hetSeqFront.size(), hetSeqFront) == 0;
}

// Reads only the model from a HetSeq checkpoint: its optimizer state has twice as many bytes.
Result<NamedTensors> readTensors(const std::string &path)
{
    if (std::filesystem::path(path).extension() == ".safetensors")
        return readSafetensors(path);
    return readTorchFile(
        path, [](const std::string &name) { return isHetSeqs(name) || name.find('/') == std::string::npos; });
}

// The model of a HetSeq checkpoint; other tensors as they are.
NamedTensors withoutHetSeqFront(const NamedTensors &tensors)
{
    const bool fromHetSeq
        = std::any_of(tensors.begin(), tensors.end(), [](const NamedTensor &item) { return isHetSeqs(item.name); });
    if (!fromHetSeq)
        return tensors;
    NamedTensors model;
    for (const NamedTensor &item : tensors)
        if (isHetSeqs(item.name))
            model.push_back({item.name.substr(hetSeqFront.size()), item.tensor});
    return model;
}

// The number of parameters of the encoder without heads, which is a lower bound of what the files hold.
std::int64_t encoderParameters(const BertConfig &config)
{
    const std::int64_t size = config.hiddenSize;
    return (config.vocabulary + config.positions + config.segments) * size
        + config.layers * (4 * size * size + 2 * size * config.intermediateSize);
}

// Checked before memory is allocated for a model of the size that the configuration states.
Result<void> checkSize(const BertFiles &files)
{
    std::int64_t stored = 0;
    for (const NamedTensor &item : files.tensors)
        stored += item.tensor.numel();
    const std::int64_t needed = encoderParameters(files.config);
    if (stored >= needed)
        return {};
    return fail("The configuration describes a BERT of more than " + std::to_string(needed) + " parameters, but "
        + files.source + " holds only " + std::to_string(stored) + ".");
}

Result<BertConfig> labelledConfig(const BertFiles &files, const std::vector<std::string> &labels)
{
    BertConfig config = files.config;
    if (!labels.empty())
        config.labels = labels;
    if (config.labels.empty())
        return fail("The configuration beside " + files.source + " has no labels (id2label), so they must be given.");
    return config;
}

template <typename Model>
Result<OpenedBert<Model>> open(
    const BertFiles &files, const BertConfig &config, const std::vector<std::string> &newHeads, std::uint64_t seed)
{
    const std::vector<std::string> heads{
        "cls", "classifier", "entity_classifier", "entity_emb", "bert.pooler", "qa_outputs"};
    if (const auto good = checkSize(files); !good)
        return tl::unexpected(good.error());
    NamedTensors values;
    std::vector<std::string> replaced;
    for (const NamedTensor &item : files.tensors) {
        if (isUnder(item.name, newHeads))
            replaced.push_back(item.name);
        else
            values.push_back(item);
    }
    OpenedBert<Model> opened{std::make_shared<Model>(config), config, {}};
    initialiseBert(*opened.model, config, seed);
    auto loaded = loadTensors(stateDict(*opened.model), values, {newHeads, heads});
    if (!loaded)
        return fail(files.source + " does not fit the model: " + loaded.error().message, loaded.error().detail);
    opened.loaded = std::move(*loaded);
    opened.loaded.unused.insert(opened.loaded.unused.end(), replaced.begin(), replaced.end());
    return opened;
}

} // namespace

namespace {

Result<BertFiles> bertFilesOf(const std::string &configFile, const Result<FolderTensors> &read)
{
    const auto text = readTextFile(configFile, 1 << 20);
    if (!text)
        return tl::unexpected(text.error());
    const auto config = parseBertConfig(*text);
    if (!config)
        return fail(configFile + ": " + config.error().message, config.error().detail);
    if (!read)
        return tl::unexpected(read.error());
    auto named = toBertNames(withoutHetSeqFront(read->tensors));
    if (!named)
        return fail(read->file + ": " + named.error().message, named.error().detail);
    return BertFiles{*config, std::move(*named), read->file};
}

} // namespace

Result<BertFiles> readBertFiles(const std::string &configFile, const std::string &tensorFile)
{
    return bertFilesOf(configFile, readTensors(tensorFile).map([&](NamedTensors tensors) {
        return FolderTensors{std::move(tensors), tensorFile};
    }));
}

Result<BertFiles> readBertFolder(const std::string &folder)
{
    return bertFilesOf(folder + "/config.json", readFolderTensors(folder));
}

Result<OpenedBert<BertForPreTraining>> openBertForPreTraining(
    const BertFiles &files, const std::vector<std::string> &newHeads, std::uint64_t seed)
{
    BertConfig config = files.config;
    config.architecture = "BertForPreTraining";
    config.labels.clear();
    config.entitySize.reset();
    return open<BertForPreTraining>(files, config, newHeads, seed);
}

Result<OpenedBert<BertForTokenClassification>> openBertForTokenClassification(const BertFiles &files,
    const std::vector<std::string> &labels, const std::vector<std::string> &newHeads, std::uint64_t seed)
{
    auto config = labelledConfig(files, labels);
    if (!config)
        return tl::unexpected(config.error());
    config->architecture = "BertForTokenClassification";
    config->entitySize.reset();
    return open<BertForTokenClassification>(files, *config, newHeads, seed);
}

Result<OpenedBert<BertForEntityLinking>> openBertForEntityLinking(const BertFiles &files,
    const std::vector<std::string> &labels, std::int64_t entitySize, const std::vector<std::string> &newHeads,
    std::uint64_t seed)
{
    auto config = labelledConfig(files, labels);
    if (!config)
        return tl::unexpected(config.error());
    config->architecture = "BertForELClassification"; // HetSeq's class
    config->entitySize = entitySize;
    return open<BertForEntityLinking>(files, *config, newHeads, seed);
}

Result<void> writeHetSeqModel(const std::string &path, const NamedTensors &tensors)
{
    // Without these keys HetSeq reads no file that --restore-file names.
    return writeTorchFile(path, "model", toHetSeqNames(tensors), {"args", "extra_state", "optimizer_history"});
}

} // namespace motley
