#include "engine/tasks/languagemodel.h"

#include "engine/base/textfile.h"
#include "engine/data/text/languagemodeldataset.h"
#include "engine/data/tokenizers/textlines.h"
#include "engine/data/tokenizers/vocabularyfit.h"
#include "engine/formats/generationconfig.h"
#include "engine/models/gpt2/gpt2.h"
#include "engine/models/layers/tokenlosses.h"
#include "engine/tasks/causal/causalmodel.h"
#include "engine/tasks/languagemodeltokenizer.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

static_assert(LanguageModelDataset::ignored == noLabel);
constexpr std::size_t mostBytes = std::size_t(4) << 30; // of a text, which is held in memory

class LanguageModel : public Task {
public:
    LanguageModel(CausalModel opened, LanguageModelTokenizer tokens, std::vector<std::string> notes,
        LanguageModelDataset training, LanguageModelDataset test)
        : m_opened(std::move(opened)), m_model(m_opened.model), m_tokens(std::move(tokens)), m_notes(std::move(notes)),
          m_training(std::move(training)), m_test(std::move(test))
    {
    }

    torch::nn::Module &model() override { return *m_model; }
    std::vector<std::string> notes() const override { return m_notes; }
    const Dataset &trainingSet() const override { return m_training; }
    const Dataset *testSet() const override { return &m_test; }

    std::string modelConfig() const override { return writtenConfig(m_opened, m_tokens.special); }
    NamedTensors otherTensors() const override { return m_opened.others; }

    // With what transformers' AutoTokenizer and generate() need.
    std::vector<SideFile> modelFiles() const override
    {
        std::vector<SideFile> files = m_tokens.files;
        if (!m_tokens.copied) {
            TokenizerConfig tokenizer = m_tokens.config;
            tokenizer.longest = m_model->positions();
            files.push_back({"tokenizer_config.json", toJson(tokenizer)});
        }
        constexpr const char *generationFile = "generation_config.json";
        if (std::any_of(files.begin(), files.end(), [](const SideFile &file) { return file.name == generationFile; }))
            return files;
        GenerationConfig generation;
        generation.samples = true;
        generation.longest = m_model->positions();
        generation.special = m_tokens.special;
        if (m_tokens.unknown)
            generation.never = {*m_tokens.unknown};
        files.push_back({generationFile, toJson(generation)});
        return files;
    }

    std::string modelName() const override { return m_model->name(); }

    at::Tensor summedLoss(const Batch &batch) override
    {
        return summedLabelLoss(m_model->predict(m_model->forward(batch.inputs[0], batch.keys)), batch.targets[0]);
    }

    // The logits are the largest tensor: one number for each token of the vocabulary at every position.
    std::int64_t testedAtOnce() const override
    {
        constexpr std::int64_t numbers = 1 << 24;
        return std::clamp<std::int64_t>(numbers / (m_test.length() * m_model->vocabulary()), 1, 250);
    }

    std::size_t scoreCounts() const override { return 0; }

    Score score(const Batch &batch) override
    {
        return {summedLoss(batch).item<double>(), double(labelledTokens(batch.targets[0])), {}};
    }

    std::vector<Metric> metrics(const Score &sum) const override
    {
        return {{"perplexity", std::exp(meanLoss(sum)), Metric::Unit::Number, false}};
    }

private:
    CausalModel m_opened;
    std::shared_ptr<CausalLanguageModel> m_model; // the same
    LanguageModelTokenizer m_tokens;
    std::vector<std::string> m_notes;
    LanguageModelDataset m_training;
    LanguageModelDataset m_test;
};

struct Texts {
    std::string training;
    std::string test;
};

Result<Texts> readTexts(const LanguageModelData &data)
{
    auto whole = readText(data.train.path, mostBytes);
    if (!whole)
        return tl::unexpected(whole.error());
    if (data.test.empty()) {
        const HeldOut parts = holdOut(*whole, data.testPart);
        return Texts{std::string(parts.training), std::string(parts.test)};
    }
    auto test = readText(data.test.path, mostBytes);
    if (!test)
        return tl::unexpected(test.error());
    return Texts{std::move(*whole), std::move(*test)};
}

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

Result<CausalModel> startFrom(const LanguageModelShape &shape, std::int64_t vocabulary)
{
    const std::string &folder = shape.start.path;
    auto opened = readCausalModel(folder);
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

// The model that is trained, the same on each rank. What decides which of its weights are trained comes in front of
// widenForTraining().
Result<CausalModel> openModel(
    const JobSpec &job, const LanguageModelSpec &spec, std::int64_t vocabulary, const EarlierModel &earlier)
{
    const std::string earlierConfig = configOf(earlier);
    const bool isFresh = spec.model.start.empty();
    if (isFresh && isDecoder(earlierConfig))
        return fail("The weights in " + earlier.source
            + " are not those of a GPT-2, the only model that a job begins without a folder. Set model.start to the "
              "folder that they were trained from.");
    auto opened
        = isFresh ? makeModel(spec.model, vocabulary, earlierConfig, job.seed) : startFrom(spec.model, vocabulary);
    if (!opened)
        return opened;
    if (const auto same = checkSameNetwork(*opened, earlierConfig, earlier.source); !same)
        return tl::unexpected(same.error());
    widenForTraining(*opened->model, job.precision.kind);
    return opened;
}

struct ChosenTokens {
    LanguageModelTokenizer tokens;
    std::string knownBy; // the model whose tokens they are; empty: they are made of the text
    std::vector<std::string> notes;
};

// Weights know the tokens that they were trained with, and no others.
Result<ChosenTokens> chooseTokens(
    const LanguageModelSpec &spec, const EarlierModel &earlier, std::string_view text, std::uint64_t seed)
{
    using Units = LanguageModelData::Units;
    const std::string &start = spec.model.start.path;
    const bool startsFromDecoder = !start.empty() && hasDecoder(start);
    if (startsFromDecoder)
        if (const auto same = checkSameTokenizer(start, earlier); !same)
            return tl::unexpected(same.error());
    const bool isEarliers = !startsFromDecoder && !earlier.folder.empty() && hasTokens(earlier.folder);
    const std::string folder = isEarliers ? earlier.folder : start;
    auto tokens = folder.empty() ? makeTokens(spec.data, text, seed) : readTokens(folder);
    if (!tokens)
        return tl::unexpected(tokens.error());
    ChosenTokens chosen{std::move(*tokens), isEarliers ? earlier.source : folder, {}};
    if (!chosen.tokens.note.empty())
        chosen.notes.push_back(chosen.tokens.note);
    if (!earlier.source.empty() && !isEarliers && !startsFromDecoder)
        chosen.notes.push_back(noteOnUnknown(earlier, "tokens"));
    if (chosen.tokens.units == spec.data.units || spec.data.units == Units::OfModel)
        return chosen;
    const std::string known = nameOf(chosen.tokens.units);
    if (spec.data.units == Units::Pieces)
        return fail("The field data.units asks for pieces learned from the text, but the weights in " + chosen.knownBy
            + " were trained with " + known + ". Set data.units to of-model.");
    chosen.notes.push_back("The tokens are the " + known + " that the weights in " + chosen.knownBy
        + " were trained with, not the characters of data.units. Set data.units to of-model to say the same.");
    return chosen;
}

void noteMissing(ChosenTokens &chosen, std::string_view text, const std::string &what)
{
    if (chosen.knownBy.empty())
        return;
    if (const std::string missing = describeMissing(chosen.tokens, text); !missing.empty())
        chosen.notes.push_back("The model in " + chosen.knownBy + " knows nothing of " + missing + " of the " + what
            + " text; they stand for one unknown token.");
}

Result<LanguageModelDataset> blocksOf(
    const LanguageModelTokenizer &tokens, std::string_view text, std::int64_t length, LanguageModelDataset::Use use)
{
    const auto begin = tokens.begin.empty() ? std::nullopt : std::optional(tokens.begin.front());
    return encoded(tokens, text).and_then([&](TokenIds ids) {
        return LanguageModelDataset::make(std::move(ids), length, use, begin);
    });
}

OpenedTask openLanguageModel(const JobSpec &job, const EarlierModel &earlier)
{
    const auto &spec = std::get<LanguageModelSpec>(job.task);
    if (!spec.model.start.empty())
        if (const auto known = checkCausalConfig(spec.model.start.path); !known)
            return tl::unexpected(known.error());
    const auto texts = readTexts(spec.data);
    if (!texts)
        return tl::unexpected(texts.error());
    auto chosen = chooseTokens(spec, earlier, texts->training, job.seed);
    if (!chosen)
        return tl::unexpected(chosen.error());
    noteMissing(*chosen, texts->training, "training");
    noteMissing(*chosen, texts->test, "test");
    LanguageModelTokenizer &tokens = chosen->tokens;
    auto opened = openModel(job, spec, tokens.tokenizer->size(), earlier);
    if (!opened)
        return tl::unexpected(opened.error());
    auto training = blocksOf(tokens, texts->training, spec.model.context, LanguageModelDataset::Use::Training);
    if (!training)
        return fail(spec.data.train.path + ": " + training.error().message, training.error().detail);
    auto test = blocksOf(tokens, texts->test, spec.model.context, LanguageModelDataset::Use::Testing);
    if (!test)
        return fail("The text to test on: " + test.error().message, test.error().detail);
    for (std::string &note : notesOnUnused(tokens.tokenizer->size(), opened->model->vocabulary(), chosen->knownBy))
        chosen->notes.push_back(std::move(note));
    return std::make_unique<LanguageModel>(
        std::move(*opened), std::move(tokens), std::move(chosen->notes), std::move(*training), std::move(*test));
}

OpenedTask reopenLanguageModel(const std::string &modelFolder, const TaskSpec &task, const std::string &testData)
{
    const auto &spec = std::get<LanguageModelSpec>(task);
    auto opened = readCausalModel(modelFolder);
    if (!opened)
        return tl::unexpected(opened.error());
    auto tokens = readTokens(modelFolder);
    if (!tokens)
        return tl::unexpected(tokens.error());
    if (const auto fits = checkFit(tokens->tokenizer->size(), opened->model->vocabulary(), modelFolder); !fits)
        return tl::unexpected(fits.error());
    widenForTraining(*opened->model, PrecisionSpec::Kind::Float32);
    const auto text = readText(testData, mostBytes);
    if (!text)
        return tl::unexpected(text.error());
    const std::int64_t context = std::min<std::int64_t>(spec.model.context, opened->model->positions());
    auto test = blocksOf(*tokens, *text, context, LanguageModelDataset::Use::Testing);
    if (!test)
        return fail(testData + ": " + test.error().message, test.error().detail);
    auto notes = notesOnUnused(tokens->tokenizer->size(), opened->model->vocabulary(), modelFolder);
    if (!tokens->note.empty())
        notes.push_back(tokens->note);
    if (const std::string missing = describeMissing(*tokens, *text); !missing.empty())
        notes.push_back("The model knows nothing of " + missing + " of the text; they stand for one unknown token.");
    LanguageModelDataset training = *test;
    return std::make_unique<LanguageModel>(
        std::move(*opened), std::move(*tokens), std::move(notes), std::move(training), std::move(*test));
}

} // namespace

TaskEntry languageModel()
{
    return {LanguageModelSpec::name,
        "Writes text on: from each token the next, with a fresh GPT-2 or a language model of a folder.",
        "a text file in UTF-8", openLanguageModel, reopenLanguageModel};
}

} // namespace motley
