#include "engine/tasks/causal/trainedmodel.h"

#include "engine/base/textfile.h"
#include "engine/data/tokenizers/vocabularyfit.h"
#include "engine/formats/decoder/fewbits.h"
#include "engine/models/gpt2/gpt2.h"
#include "engine/models/lora/peftfolder.h"
#include "engine/models/lora/quantisedbase.h"

#include <algorithm>
#include <utility>

namespace motley {

namespace {

// config.json of the earlier model; empty: there is none that can be read.
std::string configOf(const EarlierModel &earlier)
{
    if (!earlier.has("config.json"))
        return {};
    return readTextFile(earlier.folder + "/config.json", 1 << 20).value_or(std::string());
}

Result<CausalModel> makeModel(
    const LanguageModelShape &shape, std::int64_t vocabulary, const std::string &earlierConfig, std::uint64_t seed)
{
    if (shape.width % shape.heads != 0)
        return fail("The field model.heads must divide model.width, but " + std::to_string(shape.heads)
            + " does not divide " + std::to_string(shape.width) + ".");
    const auto earlier = parseGpt2Config(earlierConfig);
    Gpt2Config config = earlier.value_or(Gpt2Config()); // for what the job has no field for
    config.vocabulary = earlier ? earlier->vocabulary : vocabulary;
    config.positions = std::max<std::int64_t>(earlier ? earlier->positions : 0, shape.context);
    config.hiddenSize = shape.width;
    config.layers = shape.layers;
    config.heads = shape.heads;
    config.residualDropout = config.embeddingDropout = config.attentionDropout = shape.dropout;
    auto model = std::make_shared<Gpt2>(config);
    initialiseGpt2(*model, config, seed);
    return CausalModel{model, toJson(config)};
}

// Layers that an adapter trains as a whole must not be packed, and only the opened model tells which those of another
// adapter are.
bool packsAllLayers(const LanguageModelSpec &spec)
{
    const AdapterSpec &adapter = spec.adapter;
    return adapter.isWanted() && adapter.start.empty() && adapter.modulesToSave.empty()
        && spec.model.quantization != Quantization::None;
}

Result<CausalModel> startFrom(const LanguageModelSpec &spec, std::int64_t vocabulary)
{
    const LanguageModelShape &shape = spec.model;
    const std::string &folder = shape.start.path;
    auto opened = packsAllLayers(spec) ? readPackedCausalModel(folder, shape.quantization) : readCausalModel(folder);
    if (!opened)
        return opened;
    if (const auto fits = checkFit(vocabulary, opened->model->vocabulary(), folder); !fits)
        return tl::unexpected(fits.error());
    if (shape.context > opened->model->positions())
        return fail("The field model.context is " + std::to_string(shape.context) + ", but the model in " + folder
            + " sees only " + std::to_string(opened->model->positions()) + " tokens at once.");
    return opened;
}

// What the shapes of the tensors do not tell, such as how many heads there are.
Result<void> checkSameNetwork(const CausalModel &model, const std::string &earlierConfig, const std::string &source)
{
    if (areOtherDecoders(model.config, earlierConfig))
        return fail("The config.json of the model in " + source
            + " is another one than that in model.start: its weights would mean something else. Set model.start to the "
              "folder that they were trained from.");
    const auto config = parseGpt2Config(model.config);
    const auto earlier = parseGpt2Config(earlierConfig);
    if (!config || !earlier || earlier->hiddenSize != config->hiddenSize || earlier->heads == config->heads)
        return {};
    return fail("The job's model has " + std::to_string(config->heads) + " heads of attention, but that in " + source
        + " has " + std::to_string(earlier->heads) + ": its weights would mean something else. Set model.heads to "
        + std::to_string(earlier->heads) + ".");
}

// Puts what is trained on the model, and packs what is not.
Result<void> adapt(TrainedModel &trained, const JobSpec &job, const LanguageModelSpec &spec)
{
    CausalLanguageModel &model = *trained.opened.model;
    if (!spec.adapter.isWanted() && quantizationOf(model) != Quantization::None)
        return fail("The model in " + trained.start
            + " has its weights in 4 bits, in which they cannot be trained. Set adapter.rank to train an adapter "
              "beside them, or start from the model in 16 bits.");
    if (!spec.adapter.isWanted())
        return {};
    auto adapter = addAdapters(model, spec.adapter, job.seed);
    if (!adapter)
        return tl::unexpected(adapter.error());
    trained.adapter = *std::move(adapter);
    return quantise(model, spec.model.quantization);
}

std::string noteOnBits(const CausalModel &opened)
{
    if (!losesMoreInFourBits(opened.config) || quantizationOf(*opened.model) != Quantization::Nf4)
        return {};
    return "Qwen 3.5 loses more in 4 bits than other models do. Start from the model in 16 bits with "
           "model.quantization int8 where the memory suffices.";
}

} // namespace

std::optional<std::string> TrainedModel::adapterConfig() const
{
    return adapter ? std::optional(peftConfig(*opened.model, *adapter, {start, !opened.others.empty()})) : std::nullopt;
}

Result<TrainedModel> openTrainedModel(
    const JobSpec &job, const LanguageModelSpec &spec, std::int64_t vocabulary, const EarlierModel &earlier)
{
    const std::string earlierConfig = configOf(earlier);
    const bool isFresh = spec.model.start.empty();
    if (isFresh && isDecoder(earlierConfig))
        return fail("The weights in " + earlier.source
            + " are not those of a GPT-2, the only model that a job begins without a folder. Set model.start to the "
              "folder that they were trained from.");
    auto opened = isFresh ? makeModel(spec.model, vocabulary, earlierConfig, job.seed) : startFrom(spec, vocabulary);
    if (!opened)
        return tl::unexpected(opened.error());
    if (const auto same = checkSameNetwork(*opened, earlierConfig, earlier.source); !same)
        return tl::unexpected(same.error());
    TrainedModel trained{*std::move(opened), std::nullopt, spec.model.start.path, {}};
    if (const auto adapted = adapt(trained, job, spec); !adapted)
        return tl::unexpected(adapted.error());
    trained.note = noteOnBits(trained.opened);
    widenForTraining(*trained.opened.model, job.precision.kind);
    return trained;
}

} // namespace motley
