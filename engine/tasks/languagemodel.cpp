#include "engine/tasks/languagemodel.h"

#include "engine/data/text/languagemodeldataset.h"
#include "engine/data/tokenizers/textlines.h"
#include "engine/data/tokenizers/vocabularyfit.h"
#include "engine/formats/generationconfig.h"
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
    LanguageModel(std::shared_ptr<Gpt2> model, LanguageModelTokenizer tokens, std::vector<std::string> notes,
        LanguageModelDataset training, LanguageModelDataset test)
        : m_model(std::move(model)), m_tokens(std::move(tokens)), m_notes(std::move(notes)),
          m_training(std::move(training)), m_test(std::move(test))
    {
    }

    torch::nn::Module &model() override { return *m_model; }
    std::vector<std::string> notes() const override { return m_notes; }
    const Dataset &trainingSet() const override { return m_training; }
    const Dataset *testSet() const override { return &m_test; }

    std::string modelConfig() const override
    {
        Gpt2Config config = m_model->config();
        config.special = m_tokens.special;
        return toJson(config);
    }

    // With what transformers' AutoTokenizer and generate() need.
    std::vector<SideFile> modelFiles() const override
    {
        TokenizerConfig tokenizer = m_tokens.config;
        tokenizer.longest = m_model->config().positions;
        GenerationConfig generation;
        generation.samples = true;
        generation.longest = m_model->config().positions;
        generation.special = m_tokens.special;
        if (m_tokens.unknown)
            generation.never = {*m_tokens.unknown};
        std::vector<SideFile> files = m_tokens.files;
        files.push_back({"tokenizer_config.json", toJson(tokenizer)});
        files.push_back({"generation_config.json", toJson(generation)});
        return files;
    }

    std::string modelName() const override
    {
        const Gpt2Config &config = m_model->config();
        return "GPT-2, " + std::to_string(config.layers) + " layers of " + std::to_string(config.hiddenSize);
    }

    at::Tensor summedLoss(const Batch &batch) override
    {
        return summedLabelLoss(m_model->predict(m_model->forward(batch.inputs[0], batch.keys)), batch.targets[0]);
    }

    // The logits are the largest tensor: one number for each token of the vocabulary at every position.
    std::int64_t testedAtOnce() const override
    {
        constexpr std::int64_t numbers = 1 << 24;
        const Gpt2Config &config = m_model->config();
        return std::clamp<std::int64_t>(numbers / (config.positions * config.vocabulary), 1, 250);
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
    std::shared_ptr<Gpt2> m_model;
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

Result<std::shared_ptr<Gpt2>> makeModel(const LanguageModelShape &shape, std::int64_t vocabulary, std::uint64_t seed)
{
    if (shape.width % shape.heads != 0)
        return fail("The field model.heads must divide model.width, but " + std::to_string(shape.heads)
            + " does not divide " + std::to_string(shape.width) + ".");
    Gpt2Config config;
    config.vocabulary = vocabulary;
    config.positions = shape.context;
    config.hiddenSize = shape.width;
    config.layers = shape.layers;
    config.heads = shape.heads;
    config.residualDropout = config.embeddingDropout = config.attentionDropout = shape.dropout;
    auto model = std::make_shared<Gpt2>(config);
    initialiseGpt2(*model, config, seed);
    return model;
}

Result<std::shared_ptr<Gpt2>> openModel(const LanguageModelSpec &spec, std::int64_t vocabulary, std::uint64_t seed)
{
    if (spec.model.start.empty())
        return makeModel(spec.model, vocabulary, seed);
    const auto opened = readGpt2Folder(spec.model.start.path);
    if (!opened)
        return tl::unexpected(opened.error());
    if (spec.data.units == LanguageModelData::Units::OfModel)
        if (const auto fits = checkFit(vocabulary, opened->config.vocabulary, spec.model.start.path); !fits)
            return tl::unexpected(fits.error());
    if (vocabulary > opened->config.vocabulary)
        return fail("The text has " + std::to_string(vocabulary) + " different tokens, but the model in "
            + spec.model.start.path + " only " + std::to_string(opened->config.vocabulary)
            + ". Set data.units to of-model, or leave model.start empty.");
    if (spec.model.context > opened->config.positions)
        return fail("The field model.context is " + std::to_string(spec.model.context) + ", but the model in "
            + spec.model.start.path + " sees only " + std::to_string(opened->config.positions) + " tokens at once.");
    return opened->model;
}

OpenedTask openLanguageModel(const JobSpec &job)
{
    const auto &spec = std::get<LanguageModelSpec>(job.task);
    const auto texts = readTexts(spec.data);
    if (!texts)
        return tl::unexpected(texts.error());
    auto tokens = makeTokens(spec.data, texts->training, spec.model.start.path, job.seed);
    if (!tokens)
        return tl::unexpected(tokens.error());
    auto model = openModel(spec, tokens->tokenizer->size(), job.seed);
    if (!model)
        return tl::unexpected(model.error());
    auto training = LanguageModelDataset::make(
        tokens->encode(texts->training), spec.model.context, LanguageModelDataset::Use::Training);
    if (!training)
        return fail(spec.data.train.path + ": " + training.error().message, training.error().detail);
    auto test = LanguageModelDataset::make(
        tokens->encode(texts->test), spec.model.context, LanguageModelDataset::Use::Testing);
    if (!test)
        return fail("The text to test on: " + test.error().message, test.error().detail);
    auto notes = notesOnUnused(tokens->tokenizer->size(), (*model)->config().vocabulary, spec.model.start.path);
    return std::make_unique<LanguageModel>(
        std::move(*model), std::move(*tokens), std::move(notes), std::move(*training), std::move(*test));
}

OpenedTask reopenLanguageModel(const std::string &modelFolder, const TaskSpec &task, const std::string &testData)
{
    const auto &spec = std::get<LanguageModelSpec>(task);
    const auto opened = readGpt2Folder(modelFolder);
    if (!opened)
        return tl::unexpected(opened.error());
    auto tokens = readTokens(modelFolder, spec.data.units);
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
    LanguageModelDataset training = *test;
    auto notes = notesOnUnused(tokens->tokenizer->size(), opened->config.vocabulary, modelFolder);
    return std::make_unique<LanguageModel>(
        opened->model, std::move(*tokens), std::move(notes), std::move(training), std::move(*test));
}

} // namespace

TaskEntry languageModel()
{
    return {LanguageModelSpec::name, "Writes text on: from each token the next, with a network of GPT-2's shape.",
        "a text file in UTF-8", openLanguageModel, reopenLanguageModel};
}

} // namespace motley
