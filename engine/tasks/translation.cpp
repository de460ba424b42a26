#include "engine/tasks/translation.h"

#include "engine/data/text/translationdataset.h"
#include "engine/models/layers/labelsmoothing.h"
#include "engine/models/translation/beamsearch.h"
#include "engine/models/translation/transformerfiles.h"
#include "engine/tasks/examples/examples.h"
#include "engine/tasks/madeup/madeupdata.h"
#include "engine/tasks/metrics/bleu.h"
#include "engine/tasks/translationtokenizer.h"

#include <cmath>
#include <filesystem>
#include <map>

namespace motley {

namespace {

constexpr const char *codeOfTranslator
    = "from transformers import AutoModelForSeq2SeqLM, AutoTokenizer\n\n"
      "tokenizer = AutoTokenizer.from_pretrained(\"FOLDER\")\n"
      "model = AutoModelForSeq2SeqLM.from_pretrained(\"FOLDER\")\n"
      "found = model.generate(**tokenizer([\"...\"], return_tensors=\"pt\", padding=True))\n"
      "print(tokenizer.batch_decode(found, skip_special_tokens=True))\n";

std::string counted(std::int64_t count, const char *one, const char *many)
{
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

class TranslationTask : public Task {
public:
    TranslationTask(TranslationModelSpec spec, std::shared_ptr<Transformer> model, TranslationTokens tokens,
        TranslationDataset training, TranslationDataset test, ParallelText tested, std::vector<std::string> notes = {})
        : m_spec(spec), m_model(std::move(model)), m_tokens(std::move(tokens)), m_training(std::move(training)),
          m_test(std::move(test)), m_references(std::move(tested.target)), m_notes(std::move(notes))
    {
        for (const std::int64_t id : exampleIds(m_test.size(), usualExamples))
            m_shownSources[id] = {shownText(tested.source[std::size_t(id)])};
    }

    torch::nn::Module &model() override { return *m_model; }
    std::string modelConfig() const override { return toJson(m_model->config()); }
    std::vector<SideFile> modelFiles() const override { return translationFiles(m_tokens, m_model->config(), m_spec); }
    const Dataset &trainingSet() const override { return m_training; }
    const Dataset *testSet() const override { return &m_test; }

    std::string modelName() const override
    {
        const MarianConfig &config = m_model->config();
        return "Transformer, " + std::to_string(config.encoderLayers) + " + " + std::to_string(config.decoderLayers)
            + " layers of " + std::to_string(config.size);
    }

    std::vector<std::string> notes() const override
    {
        std::vector<std::string> notes = m_notes;
        if (m_training.leftOut() > 0)
            notes.push_back(counted(m_training.leftOut(), "training pair is", "training pairs are")
                + " blank or longer than data.longest and left out.");
        if (m_test.cut() > 0)
            notes.push_back(counted(m_test.cut(), "test pair is", "test pairs are") + " longer than the "
                + std::to_string(m_model->config().positions)
                + " tokens that the model can see, and cut there; BLEU counts the references whole.");
        return notes;
    }

    at::Tensor summedLoss(const Batch &batch) override { return lossOf(batch, m_spec.labelSmoothing).smoothed; }

    std::int64_t testedAtOnce() const override { return 64; }
    std::size_t scoreCounts() const override { return 2 + 2 * BleuCounts::longest; }

    // In tests the loss is the negative log-likelihood without label smoothing, whose exponential is the perplexity.
    Score score(const Batch &batch) override
    {
        const double loss = lossOf(batch, 0).likelihood.item<double>();
        const double tokens = batch.targets[0].ne(TranslationDataset::ignored).sum().item<double>();
        return {loss, tokens, listOf(bleuOf(batch))};
    }

    std::vector<Metric> metrics(const Score &sum) const override
    {
        return {{"bleu", bleu(countsOf(sum.counts)), Metric::Unit::Number},
            {"perplexity", std::exp(meanLoss(sum)), Metric::Unit::Number, false}};
    }

    std::int64_t shownExamples() const override { return usualExamples; }

    std::vector<TestExample> examples(const Batch &batch) override
    {
        std::vector<TestExample> examples;
        for (const std::int64_t id : batch.ids)
            examples.push_back({id, m_shownSources.at(id), {shownText(m_references[std::size_t(id)])},
                {shownText(m_shownTranslations.at(id))}, {}, {}, {}, {}});
        return examples;
    }

private:
    SmoothedLoss lossOf(const Batch &batch, double smoothing)
    {
        const at::Tensor hidden = m_model->forward(
            {batch.inputs[TranslationDataset::Source], batch.inputs[TranslationDataset::Given], batch.keys});
        const at::Tensor isToken = batch.targets[0].ne(TranslationDataset::ignored);
        return smoothedLoss(m_model->predict(hidden.index({isToken})), batch.targets[0].index({isToken}), smoothing);
    }

    std::vector<std::string> translationsOf(const Batch &batch)
    {
        const auto found
            = translate(*m_model, batch.inputs[TranslationDataset::Source], {m_spec.beam, m_spec.lengthPenalty, 1, 50});
        std::vector<std::string> translations;
        for (std::size_t i = 0; i < found.size(); ++i) {
            const auto &best = found[i].front().tokens;
            const bool isBlank = m_test.hasBlankSource(batch.ids[i]); // whose translation is blank, as in Translator
            translations.push_back(
                isBlank ? std::string() : m_tokens.pieces->decode(TokenIds(best.begin(), best.end())));
        }
        return translations;
    }

    BleuCounts bleuOf(const Batch &batch)
    {
        const std::vector<std::string> translations = translationsOf(batch);
        BleuCounts counts;
        for (std::size_t i = 0; i < translations.size(); ++i) {
            const std::int64_t id = batch.ids[i];
            counts += countBleu(translations[i], m_references[std::size_t(id)]);
            if (m_shownSources.contains(id))
                m_shownTranslations[id] = translations[i];
        }
        return counts;
    }

    static std::vector<double> listOf(const BleuCounts &counts)
    {
        std::vector<double> list{double(counts.words), double(counts.referenceWords)};
        list.insert(list.end(), counts.sequences.begin(), counts.sequences.end());
        list.insert(list.end(), counts.matches.begin(), counts.matches.end());
        return list;
    }

    static BleuCounts countsOf(const std::vector<double> &list)
    {
        BleuCounts counts;
        counts.words = std::int64_t(list[0]);
        counts.referenceWords = std::int64_t(list[1]);
        for (std::size_t i = 0; i < BleuCounts::longest; ++i) {
            counts.sequences[i] = std::int64_t(list[2 + i]);
            counts.matches[i] = std::int64_t(list[2 + BleuCounts::longest + i]);
        }
        return counts;
    }

    TranslationModelSpec m_spec;
    std::shared_ptr<Transformer> m_model;
    TranslationTokens m_tokens;
    TranslationDataset m_training;
    TranslationDataset m_test;
    std::vector<std::string> m_references; // of each pair of the test the line that its translation is compared with
    ExampleWords m_shownSources; // one text each
    std::map<std::int64_t, std::string> m_shownTranslations; // of those that were scored last, as to translate is slow
    std::vector<std::string> m_notes; // on the tokens
};

MarianConfig configOf(const TranslationModelSpec &spec, const TranslationTokens &tokens)
{
    MarianConfig config
        = spec.size == TranslationModelSpec::Size::Big ? bigTransformer(tokens.size()) : baseTransformer(tokens.size());
    if (spec.size == TranslationModelSpec::Size::Small) {
        config.size = 256;
        config.encoderLayers = config.decoderLayers = 3;
        config.encoderHeads = config.decoderHeads = 4;
        config.encoderInner = config.decoderInner = 1024;
    }
    config.dropout = spec.dropout;
    config.padId = tokens.pad;
    config.endId = tokens.end;
    config.startId = tokens.begin;
    return config;
}

OpenedTask openTranslation(const JobSpec &job, const EarlierModel &earlier)
{
    const auto &spec = std::get<TranslationSpec>(job.task);
    const auto learnt = readParallelText(spec.data.trainSource.path, spec.data.trainTarget.path);
    if (!learnt)
        return tl::unexpected(learnt.error());
    const auto tested = readParallelText(spec.data.testSource.path, spec.data.testTarget.path);
    if (!tested)
        return tl::unexpected(tested.error());
    const auto tokens = chooseTranslationTokens(spec.data, *learnt, earlier, job.seed);
    if (!tokens)
        return tl::unexpected(tokens.error());
    auto training = TranslationDataset::make(*learnt, *tokens, spec.data.longest);
    if (!training)
        return fail(spec.data.trainSource.path + ": " + training.error().message, training.error().detail);
    const MarianConfig config = configOf(spec.model, *tokens);
    auto test = TranslationDataset::make(*tested, *tokens, config.positions, TranslationDataset::Use::Testing);
    if (!test)
        return fail(spec.data.testSource.path + ": " + test.error().message, test.error().detail);
    auto model = std::make_shared<Transformer>(config);
    initialiseTransformer(*model, config, job.seed);
    return std::make_unique<TranslationTask>(spec.model, std::move(model), *tokens, std::move(*training),
        std::move(*test), *tested, notesOnTokens(*tokens, spec.data, *learnt, *tested, earlier));
}

// Reads test data: a folder with the files "source" and "target", or the paths of both separated by a comma.
Result<ParallelText> readTestText(const std::string &testData)
{
    const std::size_t comma = testData.find(',');
    if (std::filesystem::is_directory(testData))
        return readParallelText(testData + "/source", testData + "/target");
    if (comma == std::string::npos)
        return fail("A translation is tested on two texts: name both files with a comma between them, but found "
            + testData + ".");
    return readParallelText(testData.substr(0, comma), testData.substr(comma + 1));
}

OpenedTask reopenTranslation(const std::string &modelFolder, const TaskSpec &task, const std::string &testData)
{
    const auto &spec = std::get<TranslationSpec>(task);
    const auto opened = readTransformerFolder(modelFolder);
    if (!opened)
        return tl::unexpected(opened.error());
    const auto tokens = readTranslationTokens(modelFolder, opened->config);
    if (!tokens)
        return tl::unexpected(tokens.error());
    const auto text = readTestText(testData);
    if (!text)
        return tl::unexpected(text.error());
    auto test = TranslationDataset::make(*text, *tokens, opened->config.positions, TranslationDataset::Use::Testing);
    if (!test)
        return fail(testData + ": " + test.error().message, test.error().detail);
    TranslationDataset training = *test;
    return std::make_unique<TranslationTask>(
        spec.model, opened->model, *tokens, std::move(training), std::move(*test), *text);
}

} // namespace

TaskEntry translation()
{
    return {TranslationSpec::name, "Translates sentences, with a Transformer trained on texts and their translations.",
        "the two texts, with a comma between their paths", openTranslation, reopenTranslation,
        [](const TaskSpec &) {
            return ModelUse{"translate", "FOLDER text.txt", "translation", codeOfTranslator};
        },
        [](const Batch &batch) { return batch.targets[0].ne(TranslationDataset::ignored).sum().item<double>(); },
        makeUpData<TranslationSpec>};
}

} // namespace motley
