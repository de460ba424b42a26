#include "engine/tasks/entitylinking.h"

#include "engine/data/text/taggingdataset.h"
#include "engine/models/bert/bertfiles.h"
#include "engine/models/layers/tokenlosses.h"
#include "engine/tasks/bertnotes.h"
#include "engine/tasks/bertwordpieces.h"
#include "engine/tasks/earlier/earlierbert.h"
#include "engine/tasks/earlier/earlierparts.h"
#include "engine/tasks/entitycounts.h"
#include "engine/tasks/entityvectors.h"
#include "engine/tasks/madeup/madeupdata.h"

#include <ATen/ATen.h>

#include <algorithm>

namespace motley {

namespace {

class EntityLinking : public Task {
public:
    EntityLinking(OpenedBert<BertForEntityLinking> opened, std::vector<SideFile> files, std::vector<std::string> notes,
        at::Tensor vectors, TaggingDataset training, TaggingDataset test, ExampleWords words = {})
        : m_opened(std::move(opened)), m_files(std::move(files)), m_notes(std::move(notes)),
          m_vectors(std::move(vectors)), m_training(std::move(training)), m_test(std::move(test)),
          m_mentions(mentionTags()), m_words(std::move(words))
    {
    }

    torch::nn::Module &model() override { return *m_opened.model; }
    std::string modelConfig() const override { return toJson(m_opened.config); }
    std::string modelName() const override { return bertName(m_opened.config); }
    std::vector<SideFile> modelFiles() const override { return m_files; }
    std::vector<std::string> notes() const override { return m_notes; }
    const Dataset &trainingSet() const override { return m_training; }
    const Dataset *testSet() const override { return &m_test; }

    // HetSeq's loss: the mean over the labelled words plus the mean over the linked mentions.
    at::Tensor summedLoss(const Batch &batch) override
    {
        const Losses losses = lossesOf(batch);
        const double wordsPerLink = batch.wholeSecondWeight > 0 ? batch.wholeWeight / batch.wholeSecondWeight : 0;
        return losses.labels + losses.links * wordsPerLink;
    }

    std::int64_t testedAtOnce() const override { return 64; }
    std::size_t scoreCounts() const override { return 7; }

    // Rows of a batch go through the network some at once, as one sentence may have very many.
    Score score(const Batch &batch) override
    {
        const std::int64_t rows = batch.targets[TaggingDataset::Labels].size(0);
        const std::int64_t atOnce = std::max(batch.samples, testedAtOnce());
        std::vector<at::Tensor> chosen;
        Score score{0, 0, std::vector<double>(scoreCounts())};
        for (std::int64_t first = 0; first < rows; first += atOnce) {
            const Batch some = batch.slice(first, std::min(first + atOnce, rows));
            const Losses losses = lossesOf(some);
            const at::Tensor nearest = nearestEntities(
                losses.points.flatten(0, 1).index_select(0, losses.linked.rows), vectors(losses.points.device()));
            score.loss += losses.labels.item<double>();
            score.weight += double(labelledTokens(some.targets[TaggingDataset::Labels]));
            score.counts[LinkLoss] += losses.links.item<double>();
            score.counts[Linked] += double(losses.linked.entities.numel());
            score.counts[RightLinks] += nearest.eq(losses.linked.entities).sum().item<double>();
            chosen.push_back(losses.answers.labels.argmax(-1));
        }
        const auto predicted = labelsOfWords(m_test, batch.ids, at::cat(chosen), outsideLabel(mentionTags()));
        const EntityCounts found = countWords(m_mentions, m_test, batch.ids, predicted).entities;
        score.confusion = confusionOfWords(mentionTags().size(), m_test, batch.ids, predicted);
        score.counts[Expected] = double(found.expected);
        score.counts[Predicted] = double(found.predicted);
        score.counts[RightMentions] = double(found.right);
        for (const std::int64_t id : batch.ids)
            for (const TaggingDataset::Word &word : m_test.words(id))
                score.counts[Known] += word.entity > 0 ? 1 : 0;
        return score;
    }

    double meanLoss(const Score &sum) const override
    {
        return sum.loss / std::max(sum.weight, 1.0) + sum.counts[LinkLoss] / std::max(sum.counts[Linked], 1.0);
    }

    std::vector<Metric> metrics(const Score &sum) const override
    {
        const EntityCounts found{std::int64_t(sum.counts[Expected]), std::int64_t(sum.counts[Predicted]),
            std::int64_t(sum.counts[RightMentions])};
        return {{"linkedAccuracy", sum.counts[RightLinks] / std::max(sum.counts[Known], 1.0), Metric::Unit::Fraction},
            {"f1", found.f1(), Metric::Unit::Fraction}, {"precision", found.precision(), Metric::Unit::Fraction},
            {"recall", found.recall(), Metric::Unit::Fraction}};
    }

    std::vector<std::string> classes() const override { return mentionTags(); }
    std::int64_t shownExamples() const override { return m_words.empty() ? 0 : usualExamples; }

    // Whether it finds the mentions.
    std::vector<TestExample> examples(const Batch &batch) override
    {
        const std::int64_t rows = batch.targets[TaggingDataset::Labels].size(0);
        std::vector<at::Tensor> chosen;
        for (std::int64_t first = 0; first < rows; first += testedAtOnce())
            chosen.push_back(
                lossesOf(batch.slice(first, std::min(first + testedAtOnce(), rows))).answers.labels.argmax(-1));
        const auto predicted = labelsOfWords(m_test, batch.ids, at::cat(chosen), outsideLabel(mentionTags()));
        return taggedExamples(m_words, mentionTags(), m_test, batch.ids, predicted);
    }

private:
    // Linked: known mentions that the network sees; Known: all of them.
    enum Count : std::size_t { LinkLoss, Linked, RightLinks, Expected, Predicted, RightMentions, Known };

    struct Losses {
        BertForEntityLinking::Outputs answers;
        at::Tensor points; // in float32, whatever the precision of the network
        LinkedTokens linked;
        at::Tensor labels; // summed loss of the labels
        at::Tensor links;
    };

    Losses lossesOf(const Batch &batch)
    {
        Losses losses;
        losses.answers = m_opened.model->forward({batch.inputs[TaggingDataset::Ids],
            batch.inputs[TaggingDataset::Segments], batch.inputs[TaggingDataset::Mask], batch.keys});
        losses.points = losses.answers.points.to(at::kFloat);
        losses.linked = linkedTokens(batch.targets[TaggingDataset::Entities]);
        losses.labels = summedLabelLoss(losses.answers.labels, batch.targets[TaggingDataset::Labels]);
        losses.links = summedLinkLoss(losses.points, losses.linked, vectors(losses.points.device()));
        return losses;
    }

    const at::Tensor &vectors(at::Device device)
    {
        if (m_vectors.device() != device)
            m_vectors = m_vectors.to(device);
        return m_vectors;
    }

    OpenedBert<BertForEntityLinking> m_opened;
    std::vector<SideFile> m_files;
    std::vector<std::string> m_notes;
    at::Tensor m_vectors;
    TaggingDataset m_training;
    TaggingDataset m_test;
    EntityCounter m_mentions;
    ExampleWords m_words; // empty: no examples are shown
};

// Appends what is to be said of the entities: names that are there twice, and that they are not those that the weights
// point to.
Result<void> addNotesOnEntities(
    const Entities &entities, const std::string &vectors, const EarlierModel &earlier, std::vector<std::string> &notes)
{
    if (const std::int64_t repeated = entities.names.repeated(); repeated > 0)
        notes.push_back("Of the names of entities " + std::to_string(repeated) + (repeated == 1 ? " is" : " are")
            + " the same text as an earlier one, whose vector counts.");
    const auto other = isOther(&ModelParts::entities, {.entities = entities.sha256}, earlier);
    if (!other)
        return tl::unexpected(other.error());
    if (*other)
        notes.push_back("The entities are not those that the weights in " + earlier.source
            + " were trained with: unless the vectors in " + vectors
            + " lie in the same space, such as those of further entities, the weights mean something else.");
    return {};
}

struct TaggedText {
    TaggingDataset set;
    ExampleWords words;
};

Result<TaggedText> readTaggedText(const std::string &path, const WordPieceTokenizer &tokenizer, std::int64_t longest,
    TaggingDataset::Long rest, const Entities &entities)
{
    return readMentions(path).and_then([&](const std::vector<TaggedSentence> &sentences) {
        return TaggingDataset::make(sentences, mentionTags(), tokenizer, longest, rest, path, &entities.names)
            .map([&](TaggingDataset set) {
                return TaggedText{std::move(set), wordsOfExamples(sentences)};
            });
    });
}

OpenedTask openEntityLinking(const JobSpec &job, const EarlierModel &earlier)
{
    const auto &spec = std::get<EntityLinkingSpec>(job.task);
    const auto entities = readEntities(spec.data.entities.path, spec.data.vectors.path);
    if (!entities)
        return tl::unexpected(entities.error());
    const auto files = readBertFolder(spec.model.start.path);
    if (!files)
        return tl::unexpected(files.error());
    auto model = openBertForEntityLinking(
        *files, mentionTags(), entities->vectors.size(1), {"classifier", "entity_classifier"}, job.seed);
    if (!model)
        return tl::unexpected(model.error());
    if (const auto good = checkSameNetwork(model->config, bertConfigOf(earlier), earlier.source); !good)
        return tl::unexpected(good.error());
    const auto pieces
        = readWordPieces(tokenizerFolder(earlier, spec.model.start.path), model->config, spec.model.lowercase);
    if (!pieces)
        return tl::unexpected(pieces.error());
    const std::int64_t longest = std::min(spec.data.longest, model->config.positions);
    auto training
        = readTaggedText(spec.data.train.path, pieces->tokenizer, longest, TaggingDataset::Long::Cut, *entities);
    if (!training)
        return tl::unexpected(training.error());
    if (training->set.linked() == 0)
        return fail("No mention in " + spec.data.train.path + " is of an entity that " + spec.data.entities.path
            + " names: they do not belong together.");
    auto test
        = readTaggedText(spec.data.test.path, pieces->tokenizer, longest, TaggingDataset::Long::InParts, *entities);
    if (!test)
        return tl::unexpected(test.error());
    std::vector<std::string> notes = notesOf(model->loaded);
    if (earlier.isUnknown())
        notes.push_back(noteOnUnknown(earlier, "tokens and vectors"));
    if (const auto added = addNotesOnEntities(*entities, spec.data.vectors.path, earlier, notes); !added)
        return tl::unexpected(added.error());
    notes.insert(notes.end(), pieces->notes.begin(), pieces->notes.end());
    for (const auto &ofWords : {notesOnLearning(training->set), notesOnTest(test->set)})
        notes.insert(notes.end(), ofWords.begin(), ofWords.end());
    auto modelFiles = tokenizerFiles(pieces->tokenizer, model->config);
    modelFiles.push_back({partsFile, toJson(ModelParts{.entities = entities->sha256})});
    return std::make_unique<EntityLinking>(std::move(*model), std::move(modelFiles), std::move(notes),
        entities->vectors, std::move(training->set), std::move(test->set), std::move(test->words));
}

struct TestFiles {
    std::string mentions;
    std::string entities;
    std::string vectors;
};

Result<TestFiles> testFiles(const std::string &testData)
{
    const std::size_t first = testData.find(',');
    const std::size_t second = first == std::string::npos ? first : testData.find(',', first + 1);
    if (second == std::string::npos || testData.find(',', second + 1) != std::string::npos)
        return fail("Entity linking is tested on three files: name the mentions, the entities and their vectors with "
                    "commas between them, but found "
            + testData + ".");
    return TestFiles{
        testData.substr(0, first), testData.substr(first + 1, second - first - 1), testData.substr(second + 1)};
}

OpenedTask reopenEntityLinking(const std::string &modelFolder, const TaskSpec &task, const std::string &testData)
{
    const auto &spec = std::get<EntityLinkingSpec>(task);
    const auto paths = testFiles(testData);
    if (!paths)
        return tl::unexpected(paths.error());
    const auto entities = readEntities(paths->entities, paths->vectors);
    if (!entities)
        return tl::unexpected(entities.error());
    const auto files = readBertFolder(modelFolder);
    if (!files)
        return tl::unexpected(files.error());
    auto model = openBertForEntityLinking(*files, mentionTags(), entities->vectors.size(1), {}, 0);
    if (!model)
        return tl::unexpected(model.error());
    const auto pieces = readWordPieces(modelFolder, model->config, spec.model.lowercase);
    if (!pieces)
        return tl::unexpected(pieces.error());
    const std::int64_t longest = std::min(spec.data.longest, model->config.positions);
    auto test = readTaggedText(paths->mentions, pieces->tokenizer, longest, TaggingDataset::Long::InParts, *entities);
    if (!test)
        return tl::unexpected(test.error());
    auto notes = notesOnTest(test->set);
    notes.insert(notes.end(), pieces->notes.begin(), pieces->notes.end());
    if (const auto added = addNotesOnEntities(*entities, paths->vectors, {modelFolder, modelFolder}, notes); !added)
        return tl::unexpected(added.error());
    TaggingDataset training = test->set;
    return std::make_unique<EntityLinking>(std::move(*model), std::vector<SideFile>(), std::move(notes),
        entities->vectors, std::move(training), std::move(test->set));
}

} // namespace

TaskEntry entityLinking()
{
    return {EntityLinkingSpec::name,
        "Finds mentions in sentences and says which entities they are, as HetSeq links them.",
        "the mentions, the entities' names and their vectors, with commas between their paths", openEntityLinking,
        reopenEntityLinking,
        [](const TaskSpec &) {
            return ModelUse{"evaluate", "FOLDER --data mentions.txt,entities.txt,vectors.pt"};
        },
        [](const Batch &batch) { return batch.inputs[TaggingDataset::Mask].sum().item<double>(); },
        makeUpData<EntityLinkingSpec>};
}

} // namespace motley
