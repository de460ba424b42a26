#include "engine/tasks/languagemodel.h"

#include "engine/base/textfile.h"
#include "engine/data/text/languagemodeldataset.h"
#include "engine/data/tokenizers/textlines.h"
#include "engine/data/tokenizers/vocabularyfit.h"
#include "engine/formats/generationconfig.h"
#include "engine/models/causal/chunkedloss.h"
#include "engine/models/causal/generation.h"
#include "engine/models/layers/tokenlosses.h"
#include "engine/tasks/causal/besideweights.h"
#include "engine/tasks/causal/prompts.h"
#include "engine/tasks/causal/trainedmodel.h"
#include "engine/tasks/languagemodeltokenizer.h"
#include "engine/tasks/madeup/madeupdata.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

static_assert(LanguageModelDataset::ignored == noLabel && PackedTexts::ignored == noLabel);
constexpr std::size_t mostBytes = std::size_t(4) << 30; // of a text, which is held in memory

// A model that is only tested has one set for both.
struct DataSets {
    std::shared_ptr<const Dataset> training;
    std::shared_ptr<const Dataset> test;
    std::int64_t length = 0; // tokens of a sample
};

DataSets dataSets(const ConversationData &data)
{
    return {data.training, data.test, data.test->length()};
}

DataSets testSet(LanguageModelDataset test)
{
    const std::int64_t length = test.length();
    const auto kept = std::make_shared<const LanguageModelDataset>(std::move(test));
    return {kept, kept, length};
}

DataSets dataSets(LanguageModelDataset training, LanguageModelDataset test)
{
    DataSets sets = testSet(std::move(test));
    sets.training = std::make_shared<const LanguageModelDataset>(std::move(training));
    return sets;
}

constexpr const char *codeOfGenerator = "from transformers import pipeline\n\n"
                                        "write = pipeline(\"text-generation\", model=\"FOLDER\")\n"
                                        "print(write(\"...\"))\n";

constexpr const char *codeOfAdapter
    = "from peft import PeftModel\n"
      "from transformers import AutoModelForCausalLM, AutoTokenizer\n\n"
      "# BASE: the model that this adapter is for\n"
      "model = PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained(\"BASE\"), \"FOLDER\")\n"
      "tokenizer = AutoTokenizer.from_pretrained(\"BASE\")\n";

class LanguageModel : public Task {
public:
    LanguageModel(TrainedModel trained, LanguageModelTokenizer tokens, std::vector<std::string> notes, DataSets data,
        Prompts prompts = {})
        : m_trained(std::move(trained)), m_model(m_trained.opened.model), m_tokens(std::move(tokens)),
          m_notes(std::move(notes)), m_data(std::move(data)), m_prompts(std::move(prompts))
    {
        if (!m_trained.note.empty())
            m_notes.push_back(m_trained.note);
    }

    torch::nn::Module &model() override { return *m_model; }
    std::vector<std::string> notes() const override { return m_notes; }
    const Dataset &trainingSet() const override { return *m_data.training; }
    const Dataset *testSet() const override { return m_data.test.get(); }

    std::string modelConfig() const override { return writtenConfig(m_trained.opened, m_tokens.special); }
    NamedTensors otherTensors() const override { return m_trained.opened.others; }
    std::optional<std::string> adapterConfig() const override { return m_trained.adapterConfig(); }

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
        if (hasFile(files, generationFile))
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
        return summedWordLoss(m_model->head(hidden(batch), batch.keys), batch.targets[0]);
    }

    LogitBytes logitBytes(const Batch &batch) override
    {
        const torch::NoGradGuard noGradients;
        const Batch none = batch.slice(0, 0);
        const OutputHead head = m_model->head(hidden(none), none.keys);
        return {bytesOfLogits(head, labelledTokens(batch.targets[0])), mostBytesOfLogits(head)};
    }

    std::int64_t testedAtOnce() const override
    {
        constexpr std::int64_t tokens = 1 << 13;
        return std::clamp<std::int64_t>(tokens / m_data.length, 1, 250);
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

    // The most probable tokens, so that answers differ from test to test by what was learned alone.
    std::vector<PromptAnswer> answers(const std::function<void()> &alive) override
    {
        GenerationSpec spec{.newTokens = answerTokens, .sampling = {.temperature = 0}, .endIds = m_tokens.special.end};
        spec.wrote = [&](std::int64_t) { alive(); };
        spec.neverId = m_tokens.unknown;
        std::vector<PromptAnswer> answers;
        for (const Prompt &prompt : m_prompts.all) {
            TokenIds written = continuation(*m_model, prompt.ids, spec);
            if (m_prompts.areQuestions) {
                answers.push_back({prompt.text, m_tokens.decode(written)});
                continue;
            }
            const std::string front = m_tokens.decode(prompt.ids);
            written.insert(written.begin(), prompt.ids.begin(), prompt.ids.end());
            const std::string text = m_tokens.decode(written);
            answers.push_back({prompt.text, text.starts_with(front) ? text.substr(front.size()) : text});
        }
        return answers;
    }

private:
    at::Tensor hidden(const Batch &batch)
    {
        return batch.inputs.size() == 1 ? m_model->forward(batch.inputs[0], batch.keys)
                                        : m_model->forwardTexts(batch.inputs[0], batch.inputs[1], batch.keys);
    }

    TrainedModel m_trained;
    std::shared_ptr<CausalLanguageModel> m_model; // the same
    LanguageModelTokenizer m_tokens;
    std::vector<std::string> m_notes;
    DataSets m_data;
    Prompts m_prompts;
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
    auto tokens = folder.empty() ? makeTokens(spec.data, text, seed) : readTokens(folder, regexOf(spec.model));
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

double tokensOfTexts(const Batch &batch)
{
    const bool isPacked = batch.inputs.size() > 1; // with the row of each token; padding has none
    return (isPacked ? batch.inputs[1].ge(0) : batch.targets[0].ne(LanguageModelDataset::ignored)).sum().item<double>();
}

OpenedTask openConversationModel(const JobSpec &job, const LanguageModelSpec &spec, const EarlierModel &earlier)
{
    LanguageModelSpec ofModel = spec;
    ofModel.data.units = LanguageModelData::Units::OfModel;
    auto chosen = chooseTokens(ofModel, earlier, {}, job.seed);
    if (!chosen)
        return tl::unexpected(chosen.error());
    auto source = conversationSource(chosen->tokens, spec.model.start.path, spec.model.context);
    if (!source)
        return tl::unexpected(source.error());
    source->chatTemplate = spec.data.chatTemplate;
    auto data = openConversations(spec.data, *source);
    if (!data)
        return tl::unexpected(data.error());
    auto opened = openTrainedModel(job, spec, chosen->tokens.tokenizer->size(), earlier);
    if (!opened)
        return tl::unexpected(opened.error());
    auto prompts = questionsOf(spec.data, *source);
    if (!prompts)
        return tl::unexpected(prompts.error());
    std::move(data->notes.begin(), data->notes.end(), std::back_inserter(chosen->notes));
    if (!spec.data.chatTemplate.empty()) { // the trained model answers with the one that it learned with
        auto text = chosenTemplateText(*source);
        if (!text)
            return tl::unexpected(text.error());
        putChatTemplate(std::move(**text), chosen->tokens.files);
    }
    return std::make_unique<LanguageModel>(
        std::move(*opened), std::move(chosen->tokens), std::move(chosen->notes), dataSets(*data), std::move(*prompts));
}

OpenedTask openLanguageModel(const JobSpec &job, const EarlierModel &earlier)
{
    const auto &spec = std::get<LanguageModelSpec>(job.task);
    const bool isText = spec.data.format == LanguageModelData::Format::Text;
    if (!isText && spec.model.start.empty())
        return fail(noModelForConversations);
    if (!spec.model.start.empty())
        if (const auto known = checkCausalConfig(spec.model.start.path); !known)
            return tl::unexpected(known.error());
    if (!isText)
        return openConversationModel(job, spec, earlier);
    const auto texts = readTexts(spec.data);
    if (!texts)
        return tl::unexpected(texts.error());
    auto chosen = chooseTokens(spec, earlier, texts->training, job.seed);
    if (!chosen)
        return tl::unexpected(chosen.error());
    noteMissing(*chosen, texts->training, "training");
    noteMissing(*chosen, texts->test, "test");
    LanguageModelTokenizer &tokens = chosen->tokens;
    auto opened = openTrainedModel(job, spec, tokens.tokenizer->size(), earlier);
    if (!opened)
        return tl::unexpected(opened.error());
    auto training = blocksOf(tokens, texts->training, spec.model.context, LanguageModelDataset::Use::Training);
    if (!training)
        return fail(spec.data.train.path + ": " + training.error().message, training.error().detail);
    auto test = blocksOf(tokens, texts->test, spec.model.context, LanguageModelDataset::Use::Testing);
    if (!test)
        return fail("The text to test on: " + test.error().message, test.error().detail);
    auto prompts = promptsOf(spec.data, [&](const std::string &prompt) { return encodedWithBegin(tokens, prompt); });
    if (!prompts)
        return tl::unexpected(prompts.error());
    for (std::string &note :
        notesOnUnused(tokens.tokenizer->size(), opened->opened.model->vocabulary(), chosen->knownBy))
        chosen->notes.push_back(std::move(note));
    return std::make_unique<LanguageModel>(std::move(*opened), std::move(tokens), std::move(chosen->notes),
        dataSets(std::move(*training), std::move(*test)), std::move(*prompts));
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
    const std::int64_t context = std::min<std::int64_t>(spec.model.context, opened->model->positions());
    if (spec.data.format == LanguageModelData::Format::Conversations) {
        const auto source = conversationSource(*tokens, modelFolder, context);
        if (!source)
            return tl::unexpected(source.error());
        auto data = openTestConversations(testData, spec.data, *source);
        if (!data)
            return tl::unexpected(data.error());
        return std::make_unique<LanguageModel>(TrainedModel{std::move(*opened), std::nullopt, modelFolder},
            std::move(*tokens), std::move(data->notes), dataSets(*data));
    }
    const auto text = readText(testData, mostBytes);
    if (!text)
        return tl::unexpected(text.error());
    auto test = blocksOf(*tokens, *text, context, LanguageModelDataset::Use::Testing);
    if (!test)
        return fail(testData + ": " + test.error().message, test.error().detail);
    auto notes = notesOnUnused(tokens->tokenizer->size(), opened->model->vocabulary(), modelFolder);
    if (!tokens->note.empty())
        notes.push_back(tokens->note);
    if (const std::string missing = describeMissing(*tokens, *text); !missing.empty())
        notes.push_back("The model knows nothing of " + missing + " of the text; they stand for one unknown token.");
    return std::make_unique<LanguageModel>(TrainedModel{std::move(*opened), std::nullopt, modelFolder},
        std::move(*tokens), std::move(notes), testSet(std::move(*test)));
}

} // namespace

TaskEntry languageModel()
{
    return {LanguageModelSpec::name,
        "Writes text on: from each token the next, with a fresh GPT-2 or a language model of a folder.",
        "a text file in UTF-8, or conversations", openLanguageModel, reopenLanguageModel,
        [](const TaskSpec &task) {
            const bool isAdapter = std::get<LanguageModelSpec>(task).adapter.isWanted();
            return ModelUse{"generate", "FOLDER --prompt '...'", "text-generation",
                isAdapter ? codeOfAdapter : codeOfGenerator, isAdapter ? "peft" : "transformers"};
        },
        tokensOfTexts, makeUpData<LanguageModelSpec>};
}

} // namespace motley
