#include "engine/tasks/languagemodel.h"

#include "engine/base/textfile.h"
#include "engine/data/text/languagemodeldataset.h"
#include "engine/data/tokenizers/textlines.h"
#include "engine/data/tokenizers/vocabularyfit.h"
#include "engine/formats/generationconfig.h"
#include "engine/models/causal/causallanguagemodel.h"
#include "engine/models/gpt2/gpt2files.h"
#include "engine/models/layers/tokenlosses.h"
#include "engine/tasks/languagemodeltokenizer.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

static_assert(LanguageModelDataset::ignored == noLabel);
constexpr std::size_t mostBytes = std::size_t(4) << 30; // of a text, which is held in memory

class LanguageModel : public Task {
public:
    LanguageModel(std::shared_ptr<CausalLanguageModel> model, const Gpt2Config &config, LanguageModelTokenizer tokens,
        std::vector<std::string> notes, LanguageModelDataset training, LanguageModelDataset test)
        : m_model(std::move(model)), m_config(config), m_tokens(std::move(tokens)), m_notes(std::move(notes)),
          m_training(std::move(training)), m_test(std::move(test))
    {
    }

    torch::nn::Module &model() override { return *m_model; }
    std::vector<std::string> notes() const override { return m_notes; }
    const Dataset &trainingSet() const override { return m_training; }
    const Dataset *testSet() const override { return &m_test; }

    std::string modelConfig() const override
    {
        Gpt2Config config = m_config;
        config.special = m_tokens.special;
        return toJson(config);
    }

    // With what transformers' AutoTokenizer and generate() need.
    std::vector<SideFile> modelFiles() const override
    {
        TokenizerConfig tokenizer = m_tokens.config;
        tokenizer.longest = m_model->positions();
        GenerationConfig generation;
        generation.samples = true;
        generation.longest = m_model->positions();
        generation.special = m_tokens.special;
        if (m_tokens.unknown)
            generation.never = {*m_tokens.unknown};
        std::vector<SideFile> files = m_tokens.files;
        files.push_back({"tokenizer_config.json", toJson(tokenizer)});
        files.push_back({"generation_config.json", toJson(generation)});
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
        return std::clamp<std::int64_t>(numbers / (m_model->positions() * m_model->vocabulary()), 1, 250);
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
    std::shared_ptr<CausalLanguageModel> m_model;
    Gpt2Config m_config; // that is written beside it
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

// The configuration of the earlier model; nullopt: there is none, or it is no GPT-2.
std::optional<Gpt2Config> configOf(const EarlierModel &earlier)
{
    if (!earlier.has("config.json"))
        return std::nullopt;
    const auto config = readTextFile(earlier.folder + "/config.json", 1 << 20).and_then([](const std::string &text) {
        return parseGpt2Config(text);
    });
    return config ? std::optional(*config) : std::nullopt;
}

Result<std::shared_ptr<Gpt2>> makeModel(const LanguageModelShape &shape, std::int64_t vocabulary,
    const std::optional<Gpt2Config> &earlier, std::uint64_t seed)
{
    if (shape.width % shape.heads != 0)
        return fail("The field model.heads must divide model.width, but " + std::to_string(shape.heads)
            + " does not divide " + std::to_string(shape.width) + ".");
    Gpt2Config config = earlier.value_or(Gpt2Config()); // for what the job has no field for
    config.vocabulary = earlier ? earlier->vocabulary : vocabulary;
    config.positions = std::max<std::int64_t>(earlier ? earlier->positions : 0, shape.context);
    config.hiddenSize = shape.width;
    config.layers = shape.layers;
    config.heads = shape.heads;
    config.residualDropout = config.embeddingDropout = config.attentionDropout = shape.dropout;
    auto model = std::make_shared<Gpt2>(config);
    initialiseGpt2(*model, config, seed);
    return model;
}

Result<std::shared_ptr<Gpt2>> openModel(const LanguageModelSpec &spec, std::int64_t vocabulary,
    const std::optional<Gpt2Config> &earlier, std::uint64_t seed)
{
    if (spec.model.start.empty())
        return makeModel(spec.model, vocabulary, earlier, seed);
    const auto opened = readGpt2Folder(spec.model.start.path);
    if (!opened)
        return tl::unexpected(opened.error());
    if (const auto fits = checkFit(vocabulary, opened->config.vocabulary, spec.model.start.path); !fits)
        return tl::unexpected(fits.error());
    if (spec.model.context > opened->config.positions)
        return fail("The field model.context is " + std::to_string(spec.model.context) + ", but the model in "
            + spec.model.start.path + " sees only " + std::to_string(opened->config.positions) + " tokens at once.");
    return opened->model;
}

// The shapes of the tensors do not tell how many heads there are.
Result<void> checkHeads(const Gpt2Config &config, const std::optional<Gpt2Config> &earlier, const std::string &source)
{
    if (!earlier || earlier->hiddenSize != config.hiddenSize || earlier->heads == config.heads)
        return {};
    return fail("The job's model has " + std::to_string(config.heads) + " heads of attention, but that in " + source
        + " has " + std::to_string(earlier->heads) + ": its weights would mean something else. Set model.heads to "
        + std::to_string(earlier->heads) + ".");
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
    const bool isEarliers = !earlier.folder.empty() && hasTokens(earlier.folder);
    const std::string folder = isEarliers ? earlier.folder : spec.model.start.path;
    auto tokens = folder.empty() ? makeTokens(spec.data, text, seed) : readTokens(folder);
    if (!tokens)
        return tl::unexpected(tokens.error());
    ChosenTokens chosen{std::move(*tokens), isEarliers ? earlier.source : folder, {}};
    if (!earlier.source.empty() && !isEarliers)
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

OpenedTask openLanguageModel(const JobSpec &job, const EarlierModel &earlier)
{
    const auto &spec = std::get<LanguageModelSpec>(job.task);
    const auto texts = readTexts(spec.data);
    if (!texts)
        return tl::unexpected(texts.error());
    auto chosen = chooseTokens(spec, earlier, texts->training, job.seed);
    if (!chosen)
        return tl::unexpected(chosen.error());
    noteMissing(*chosen, texts->training, "training");
    noteMissing(*chosen, texts->test, "test");
    LanguageModelTokenizer &tokens = chosen->tokens;
    const auto config = configOf(earlier);
    auto model = openModel(spec, tokens.tokenizer->size(), config, job.seed);
    if (!model)
        return tl::unexpected(model.error());
    if (const auto good = checkHeads((*model)->config(), config, earlier.source); !good)
        return tl::unexpected(good.error());
    auto training = LanguageModelDataset::make(
        tokens.encode(texts->training), spec.model.context, LanguageModelDataset::Use::Training);
    if (!training)
        return fail(spec.data.train.path + ": " + training.error().message, training.error().detail);
    auto test = LanguageModelDataset::make(
        tokens.encode(texts->test), spec.model.context, LanguageModelDataset::Use::Testing);
    if (!test)
        return fail("The text to test on: " + test.error().message, test.error().detail);
    for (std::string &note : notesOnUnused(tokens.tokenizer->size(), (*model)->config().vocabulary, chosen->knownBy))
        chosen->notes.push_back(std::move(note));
    const Gpt2Config written = (*model)->config();
    return std::make_unique<LanguageModel>(std::move(*model), written, std::move(tokens), std::move(chosen->notes),
        std::move(*training), std::move(*test));
}

OpenedTask reopenLanguageModel(const std::string &modelFolder, const TaskSpec &task, const std::string &testData)
{
    const auto &spec = std::get<LanguageModelSpec>(task);
    const auto opened = readGpt2Folder(modelFolder);
    if (!opened)
        return tl::unexpected(opened.error());
    auto tokens = readTokens(modelFolder);
    if (!tokens)
        return tl::unexpected(tokens.error());
    if (const auto fits = checkFit(tokens->tokenizer->size(), opened->config.vocabulary, modelFolder); !fits)
        return tl::unexpected(fits.error());
    const auto text = readText(testData, mostBytes);
    if (!text)
        return tl::unexpected(text.error());
    const std::int64_t context = std::min<std::int64_t>(spec.model.context, opened->config.positions);
    auto test = LanguageModelDataset::make(tokens->encode(*text), context, LanguageModelDataset::Use::Testing);
    if (!test)
        return fail(testData + ": " + test.error().message, test.error().detail);
    auto notes = notesOnUnused(tokens->tokenizer->size(), opened->config.vocabulary, modelFolder);
    if (const std::string missing = describeMissing(*tokens, *text); !missing.empty())
        notes.push_back("The model knows nothing of " + missing + " of the text; they stand for one unknown token.");
    LanguageModelDataset training = *test;
    return std::make_unique<LanguageModel>(
        opened->model, opened->config, std::move(*tokens), std::move(notes), std::move(training), std::move(*test));
}

} // namespace

TaskEntry languageModel()
{
    return {LanguageModelSpec::name, "Writes text on: from each token the next, with a network of GPT-2's shape.",
        "a text file in UTF-8", openLanguageModel, reopenLanguageModel};
}

} // namespace motley
