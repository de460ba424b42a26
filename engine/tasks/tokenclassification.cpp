#include "engine/tasks/tokenclassification.h"

#include "engine/base/words/firstfew.h"
#include "engine/data/text/taggingdataset.h"
#include "engine/models/bert/bertfiles.h"
#include "engine/models/layers/tokenlosses.h"
#include "engine/tasks/bertnotes.h"
#include "engine/tasks/bertwordpieces.h"
#include "engine/tasks/earlier/earlierbert.h"
#include "engine/tasks/entitycounts.h"
#include "engine/tasks/madeup/madeupdata.h"

#include <ATen/ATen.h>

#include <algorithm>

namespace motley {

namespace {

constexpr const char *codeOfTagger
    = "from transformers import pipeline\n\n"
      "tag = pipeline(\"token-classification\", model=\"FOLDER\", aggregation_strategy=\"first\")\n"
      "print(tag(\"...\"))\n";

static_assert(TaggingDataset::ignored == noLabel);

class TokenClassification : public Task {
public:
    TokenClassification(OpenedBert<BertForTokenClassification> opened, std::vector<SideFile> files,
        std::vector<std::string> notes, TaggingDataset training, TaggingDataset test, ExampleWords words = {})
        : m_opened(std::move(opened)), m_files(std::move(files)), m_notes(std::move(notes)),
          m_training(std::move(training)), m_test(std::move(test)), m_entities(m_opened.config.labels),
          m_words(std::move(words))
    {
    }

    torch::nn::Module &model() override { return *m_opened.model; }
    std::string modelConfig() const override { return toJson(m_opened.config); }
    std::string modelName() const override { return bertName(m_opened.config); }
    std::vector<SideFile> modelFiles() const override { return m_files; }
    std::vector<std::string> notes() const override { return m_notes; }
    const Dataset &trainingSet() const override { return m_training; }
    const Dataset *testSet() const override { return &m_test; }

    at::Tensor summedLoss(const Batch &batch) override { return summedLabelLoss(answersTo(batch), batch.targets[0]); }

    std::int64_t testedAtOnce() const override { return 64; }
    std::size_t scoreCounts() const override { return 5; }

    // Rows of a batch go through the network some at once, as one sentence may have very many.
    Score score(const Batch &batch) override
    {
        const std::int64_t rows = batch.targets[0].size(0);
        const std::int64_t atOnce = std::max(batch.samples, testedAtOnce());
        std::vector<at::Tensor> chosen;
        Score score;
        for (std::int64_t first = 0; first < rows; first += atOnce) {
            const Batch some = batch.slice(first, std::min(first + atOnce, rows));
            const at::Tensor answers = answersTo(some);
            score.loss += summedLabelLoss(answers, some.targets[0]).item<double>();
            score.weight += double(labelledTokens(some.targets[0]));
            chosen.push_back(answers.argmax(-1));
        }
        const auto predicted = labelsOfWords(m_test, batch.ids, at::cat(chosen), outsideLabel(m_opened.config.labels));
        const WordCounts found = countWords(m_entities, m_test, batch.ids, predicted);
        score.confusion = confusionOfWords(m_opened.config.labels.size(), m_test, batch.ids, predicted);
        score.counts = {double(found.entities.expected), double(found.entities.predicted), double(found.entities.right),
            double(found.right), double(found.words)};
        return score;
    }

    std::vector<Metric> metrics(const Score &sum) const override
    {
        const EntityCounts found{std::int64_t(sum.counts[0]), std::int64_t(sum.counts[1]), std::int64_t(sum.counts[2])};
        return {{"f1", found.f1(), Metric::Unit::Fraction}, {"precision", found.precision(), Metric::Unit::Fraction},
            {"recall", found.recall(), Metric::Unit::Fraction},
            {"accuracy", sum.counts[3] / std::max(sum.counts[4], 1.0), Metric::Unit::Fraction}};
    }

    std::vector<std::string> classes() const override
    {
        const auto &labels = m_opened.config.labels;
        return labels.size() > mostCountedClasses ? std::vector<std::string>() : labels;
    }

    std::int64_t shownExamples() const override { return m_words.empty() ? 0 : usualExamples; }

    std::vector<TestExample> examples(const Batch &batch) override
    {
        const std::int64_t rows = batch.targets[0].size(0);
        std::vector<at::Tensor> chosen;
        for (std::int64_t first = 0; first < rows; first += testedAtOnce())
            chosen.push_back(answersTo(batch.slice(first, std::min(first + testedAtOnce(), rows))).argmax(-1));
        const auto &labels = m_opened.config.labels;
        const auto predicted = labelsOfWords(m_test, batch.ids, at::cat(chosen), outsideLabel(labels));
        return taggedExamples(m_words, labels, m_test, batch.ids, predicted);
    }

private:
    at::Tensor answersTo(const Batch &batch)
    {
        return m_opened.model->forward({batch.inputs[TaggingDataset::Ids], batch.inputs[TaggingDataset::Segments],
            batch.inputs[TaggingDataset::Mask], batch.keys});
    }

    OpenedBert<BertForTokenClassification> m_opened;
    std::vector<SideFile> m_files;
    std::vector<std::string> m_notes;
    TaggingDataset m_training;
    TaggingDataset m_test;
    EntityCounter m_entities;
    ExampleWords m_words; // empty: no examples are shown
};

struct Sentences {
    std::vector<TaggedSentence> training;
    std::vector<TaggedSentence> test;
};

Result<Sentences> readSentences(const TaggedData &data)
{
    auto training = readConll(data.train.path);
    if (!training)
        return tl::unexpected(training.error());
    auto test = readConll(data.test.path);
    if (!test)
        return tl::unexpected(test.error());
    return Sentences{std::move(*training), std::move(*test)};
}

// Tags that occur only in the test are labels too, so that the model's errors on them are counted.
std::vector<std::string> labelsOf(const Sentences &sentences)
{
    std::vector<TaggedSentence> all = sentences.training;
    all.insert(all.end(), sentences.test.begin(), sentences.test.end());
    return tagsOf(all);
}

struct ChosenTags {
    std::vector<std::string> tags;
    bool startsHead = false; // the output layer of model.start is kept, as it knows all tags
    std::vector<std::string> notes;
};

// A trained output layer knows the tags that it was trained with, in their order, and no others.
Result<ChosenTags> chooseTags(const Sentences &sentences, const BertFiles &start, const std::string &startFolder,
    const std::optional<BertConfig> &earlier, const std::string &source)
{
    constexpr std::size_t mostNamed = 20;
    const std::vector<std::string> found = labelsOf(sentences);
    const bool continues = earlier && !earlier->labels.empty();
    const bool hasHead = std::any_of(start.tensors.begin(), start.tensors.end(),
        [](const NamedTensor &item) { return item.name == "classifier.weight"; });
    const std::vector<std::string> known = continues ? earlier->labels
        : hasHead                                    ? start.config.labels
                                                     : std::vector<std::string>();
    const std::string &model = continues ? source : startFolder;
    if (known.empty())
        return ChosenTags{found, false, {}};
    if (const auto more = missingFrom(known, found); !more.empty() && continues)
        return fail("The data have tags that the model in " + source + " does not know: " + firstFew(more, mostNamed)
            + ". It knows " + firstFew(known, mostNamed)
            + ". Rename them in the data, or begin a new run with model.start.");
    else if (!more.empty())
        return ChosenTags{found, false,
            {"The output layer begins anew, as that in " + model + " does not know the tags "
                + firstFew(more, mostNamed) + "."}};
    ChosenTags chosen{known, !continues, {}};
    if (const auto fewer = missingFrom(found, known); !fewer.empty())
        chosen.notes.push_back("The model in " + model
            + " knows tags that the data do not have, and keeps them: " + firstFew(fewer, mostNamed) + ".");
    return chosen;
}

OpenedTask openTokenClassification(const JobSpec &job, const EarlierModel &earlier)
{
    const auto &spec = std::get<TaggingSpec>(job.task);
    const auto sentences = readSentences(spec.data);
    if (!sentences)
        return tl::unexpected(sentences.error());
    const auto files = readBertFolder(spec.model.start.path);
    if (!files)
        return tl::unexpected(files.error());
    const auto config = bertConfigOf(earlier);
    const auto chosen = chooseTags(*sentences, *files, spec.model.start.path, config, earlier.source);
    if (!chosen)
        return tl::unexpected(chosen.error());
    const std::vector<std::string> &labels = chosen->tags;
    const auto newHeads = chosen->startsHead ? std::vector<std::string>() : std::vector<std::string>{"classifier"};
    auto model = openBertForTokenClassification(*files, labels, newHeads, job.seed);
    if (!model)
        return tl::unexpected(model.error());
    if (const auto good = checkSameNetwork(model->config, config, earlier.source); !good)
        return tl::unexpected(good.error());
    const auto pieces
        = readWordPieces(tokenizerFolder(earlier, spec.model.start.path), model->config, spec.model.lowercase);
    if (!pieces)
        return tl::unexpected(pieces.error());
    const std::int64_t longest = std::min(spec.data.longest, model->config.positions);
    using Long = TaggingDataset::Long;
    auto training = TaggingDataset::make(
        sentences->training, labels, pieces->tokenizer, longest, Long::Cut, spec.data.train.path);
    if (!training)
        return tl::unexpected(training.error());
    auto test
        = TaggingDataset::make(sentences->test, labels, pieces->tokenizer, longest, Long::InParts, spec.data.test.path);
    if (!test)
        return tl::unexpected(test.error());
    std::vector<std::string> notes = notesOf(model->loaded);
    notes.insert(notes.end(), chosen->notes.begin(), chosen->notes.end());
    if (earlier.isUnknown())
        notes.push_back(noteOnUnknown(earlier, "tags and tokens"));
    notes.insert(notes.end(), pieces->notes.begin(), pieces->notes.end());
    for (const auto &ofWords : {notesOnLearning(*training), notesOnTest(*test)})
        notes.insert(notes.end(), ofWords.begin(), ofWords.end());
    auto tokenizer = tokenizerFiles(pieces->tokenizer, model->config);
    return std::make_unique<TokenClassification>(std::move(*model), std::move(tokenizer), std::move(notes),
        std::move(*training), std::move(*test), wordsOfExamples(sentences->test));
}

OpenedTask reopenTokenClassification(const std::string &modelFolder, const TaskSpec &task, const std::string &testData)
{
    const auto &spec = std::get<TaggingSpec>(task);
    const auto files = readBertFolder(modelFolder);
    if (!files)
        return tl::unexpected(files.error());
    auto model = openBertForTokenClassification(*files, {}, {}, 0);
    if (!model)
        return tl::unexpected(model.error());
    const auto pieces = readWordPieces(modelFolder, model->config, spec.model.lowercase);
    if (!pieces)
        return tl::unexpected(pieces.error());
    const auto sentences = readConll(testData);
    if (!sentences)
        return tl::unexpected(sentences.error());
    const std::int64_t longest = std::min(spec.data.longest, model->config.positions);
    const std::vector<std::string> labels = model->config.labels;
    auto test
        = TaggingDataset::make(*sentences, labels, pieces->tokenizer, longest, TaggingDataset::Long::InParts, testData);
    if (!test)
        return tl::unexpected(test.error());
    auto notes = notesOnTest(*test);
    notes.insert(notes.end(), pieces->notes.begin(), pieces->notes.end());
    TaggingDataset training = *test;
    return std::make_unique<TokenClassification>(
        std::move(*model), std::vector<SideFile>(), std::move(notes), std::move(training), std::move(*test));
}

} // namespace

TaskEntry tokenClassification()
{
    return {TaggingSpec::name, "Labels the words of sentences, such as the names in them, with a fine-tuned BERT.",
        "a CoNLL file", openTokenClassification, reopenTokenClassification,
        [](const TaskSpec &) {
            return ModelUse{"tag", "FOLDER text.txt", "token-classification", codeOfTagger};
        },
        [](const Batch &batch) { return batch.inputs[TaggingDataset::Mask].sum().item<double>(); },
        makeUpData<TaggingSpec>};
}

} // namespace motley
