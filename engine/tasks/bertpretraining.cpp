#include "engine/tasks/bertpretraining.h"

#include "engine/base/textfile.h"
#include "engine/base/words/firstfew.h"
#include "engine/data/rows/rowfiles.h"
#include "engine/data/text/bertdataset.h"
#include "engine/models/bert/bertfiles.h"
#include "engine/models/layers/tokenlosses.h"
#include "engine/tasks/bertnotes.h"
#include "engine/tasks/bertwordpieces.h"
#include "engine/tasks/earlier/earlierbert.h"
#include "engine/tasks/examples/examples.h"
#include "engine/tasks/madeup/madeupdata.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace motley {

namespace {

constexpr const char *codeOfBert
    = "from transformers import AutoModelForPreTraining, AutoTokenizer\n\n"
      "model = AutoModelForPreTraining.from_pretrained(\"FOLDER\")\n"
      "tokenizer = AutoTokenizer.from_pretrained(\"FOLDER\") # where there is a vocab.txt\n";

class BertPretraining : public Task {
public:
    BertPretraining(OpenedBert<BertForPreTraining> opened, std::vector<SideFile> files, BertDataset training,
        std::optional<BertDataset> test, std::vector<std::string> notes = {},
        std::optional<WordPieceTokenizer> tokens = {})
        : m_opened(std::move(opened)), m_files(std::move(files)), m_training(std::move(training)),
          m_test(std::move(test)), m_notes(std::move(notes)), m_tokens(std::move(tokens))
    {
    }

    torch::nn::Module &model() override { return *m_opened.model; }
    std::string modelConfig() const override { return toJson(m_opened.config); }
    std::string modelName() const override { return bertName(m_opened.config); }
    std::vector<SideFile> modelFiles() const override { return m_files; }
    std::vector<std::string> notes() const override
    {
        std::vector<std::string> all = notesOf(m_opened.loaded);
        all.insert(all.end(), m_notes.begin(), m_notes.end());
        return all;
    }
    const Dataset &trainingSet() const override { return m_training; }
    const Dataset *testSet() const override { return m_test ? &*m_test : nullptr; }

    // The loss of BERT and HetSeq: the mean over the masked words plus the mean over the samples of the next-sentence
    // loss.
    at::Tensor summedLoss(const Batch &batch) override
    {
        const Losses losses = lossesOf(batch);
        const double wordsPerSample = batch.wholeSecondWeight > 0 ? batch.wholeWeight / batch.wholeSecondWeight : 0;
        return losses.words + losses.next * wordsPerSample;
    }

    std::int64_t testedAtOnce() const override { return 32; }
    std::size_t scoreCounts() const override { return 4; }

    Score score(const Batch &batch) override
    {
        const Losses losses = lossesOf(batch);
        return {losses.words.item<double>(), double(losses.targets.numel()),
            {losses.next.item<double>(), double(batch.samples),
                losses.answers.words.argmax(1).eq(losses.targets).sum().item<double>(),
                losses.answers.next.argmax(1).eq(batch.targets[BertDataset::NextSentence]).sum().item<double>()}};
    }

    double meanLoss(const Score &sum) const override
    {
        return sum.loss / std::max(sum.weight, 1.0) + sum.counts[NextLoss] / std::max(sum.counts[Samples], 1.0);
    }

    std::vector<Metric> metrics(const Score &sum) const override
    {
        const double words = std::max(sum.weight, 1.0);
        const double samples = std::max(sum.counts[Samples], 1.0);
        return {{"maskedAccuracy", sum.counts[RightWords] / words, Metric::Unit::Fraction},
            {"nextSentenceAccuracy", sum.counts[RightNext] / samples, Metric::Unit::Fraction}};
    }

    std::int64_t shownExamples() const override { return m_tokens ? usualExamples : 0; }

    // The hidden words of each row, in their order.
    std::vector<TestExample> examples(const Batch &batch) override
    {
        const at::Tensor ids = batch.inputs[BertDataset::Ids].cpu();
        const at::Tensor places = batch.inputs[BertDataset::Positions];
        const MaskedTokens hidden = maskedTokens(places, batch.targets[BertDataset::MaskedIds], ids.size(1));
        const at::Tensor predicted = lossesOf(batch).answers.words.argmax(1).cpu();
        const at::Tensor expected = hidden.targets.cpu();
        const at::Tensor rows = hidden.rows.div(ids.size(1), "floor").cpu();
        std::vector<TestExample> examples;
        for (std::int64_t i = 0; i < batch.samples; ++i)
            examples.push_back({batch.ids[std::size_t(i)], {textOf(ids[i], batch.inputs[BertDataset::Mask][i].cpu())},
                {}, {}, {}, {}, {}, {}});
        std::vector<std::int64_t> right(examples.size());
        for (std::int64_t word = 0; word < rows.size(0); ++word) {
            const auto row = std::size_t(rows[word].item<std::int64_t>());
            const auto is = expected[word].item<std::int32_t>();
            const auto said = predicted[word].item<std::int32_t>();
            examples[row].expected.push_back(m_tokens->decode(std::array{is}));
            examples[row].predicted.push_back(m_tokens->decode(std::array{said}));
            right[row] += is == said ? 1 : 0;
        }
        for (std::size_t row = 0; row < examples.size(); ++row) {
            TestExample &example = examples[row];
            if (!example.expected.empty())
                example.score = double(right[row]) / double(example.expected.size());
            shorten(example);
        }
        return examples;
    }

private:
    std::string textOf(const at::Tensor &ids, const at::Tensor &mask) const
    {
        TokenIds known;
        for (std::int64_t i = 0; i < ids.size(0); ++i)
            if (mask[i].item<std::int64_t>() != 0)
                known.push_back(ids[i].item<std::int32_t>());
        return shownText(m_tokens->decode(known));
    }

    enum Count : std::size_t { NextLoss, Samples, RightWords, RightNext };

    struct Losses {
        BertForPreTraining::Outputs answers;
        at::Tensor targets; // ids of the masked words
        at::Tensor words; // summed loss of the masked words
        at::Tensor next; // summed loss of the next-sentence predictions
    };

    Losses lossesOf(const Batch &batch)
    {
        const at::Tensor &ids = batch.inputs[BertDataset::Ids];
        const MaskedTokens hidden
            = maskedTokens(batch.inputs[BertDataset::Positions], batch.targets[BertDataset::MaskedIds], ids.size(1));
        const BertInputs inputs{ids, batch.inputs[BertDataset::Segments], batch.inputs[BertDataset::Mask], batch.keys};
        Losses losses{m_opened.model->forward(inputs, hidden.rows), hidden.targets, {}, {}};
        losses.words = summedLabelLoss(losses.answers.words, hidden.targets);
        losses.next = summedLabelLoss(losses.answers.next, batch.targets[BertDataset::NextSentence]);
        return losses;
    }

    OpenedBert<BertForPreTraining> m_opened;
    std::vector<SideFile> m_files;
    BertDataset m_training;
    std::optional<BertDataset> m_test;
    std::vector<std::string> m_notes; // on data and tokenizer
    std::optional<WordPieceTokenizer> m_tokens; // of the rows; nullopt: not known
};

Result<BertDataset> openRows(const std::vector<std::string> &files, const BertConfig &config)
{
    BertDataset::Options options;
    options.limits = {config.vocabulary, config.segments};
    auto rows = BertDataset::open(files, options);
    if (rows && rows->length() > config.positions)
        return fail("The rows in " + files.front() + " have " + std::to_string(rows->length())
            + " tokens, but the model takes " + std::to_string(config.positions)
            + " (max_position_embeddings). Make shorter rows or take another model.");
    return rows;
}

constexpr std::size_t filesNamed = 5; // in a note

// What is left out of the folders of rows, for people.
std::vector<std::string> notesOn(const BertRowsData &data, const RowFiles &training, const RowFiles &test)
{
    std::vector<std::string> notes;
    const auto add = [&](const RowFiles &files, const std::string &folder, const std::string &why) {
        if (!files.leftOut.empty())
            notes.push_back("Left out in " + folder + ", " + why + ": " + firstFew(files.leftOut, filesNamed) + ".");
    };
    add(training, data.train.path, "as the names say neither train nor valid or test");
    add(test, (data.test.empty() ? data.train : data.test).path, "as the test takes those that are named valid");
    return notes;
}

// nullopt: there are no files, so nothing is tested.
Result<std::optional<BertDataset>> openTestRows(const RowFiles &files, const BertConfig &config)
{
    if (files.paths.empty())
        return std::optional<BertDataset>();
    return openRows(files.paths, config).map([](BertDataset rows) { return std::optional(std::move(rows)); });
}

Result<OpenedBert<BertForPreTraining>> fresh(const std::string &configFile, std::uint64_t seed)
{
    const auto config
        = readTextFile(configFile, 1 << 20).and_then([](const std::string &text) { return parseBertConfig(text); });
    if (!config)
        return fail(configFile + ": " + config.error().message, config.error().detail);
    auto model = std::make_shared<BertForPreTraining>(*config);
    initialiseBert(*model, *config, seed);
    return OpenedBert<BertForPreTraining>{std::move(model), *config, {}};
}

// The parts of the output that a file lacks altogether, as that of a plain BertModel does.
std::vector<std::string> headsMissingIn(const NamedTensors &tensors)
{
    std::vector<std::string> missing;
    for (const char *head : {"bert.pooler", "cls.predictions", "cls.seq_relationship"})
        if (std::none_of(
                tensors.begin(), tensors.end(), [&](const NamedTensor &item) { return isUnder(item.name, {head}); }))
            missing.emplace_back(head);
    return missing;
}

Result<OpenedBert<BertForPreTraining>> openModel(const BertModelSpec &spec, std::uint64_t seed)
{
    if (spec.start.empty())
        return fresh(spec.config.path, seed);
    const bool isFolder = std::filesystem::is_directory(spec.start.path);
    if (!isFolder && spec.config.empty())
        return fail("The field model.start names a file of weights, so model.config must name its config.json.");
    const auto files = isFolder ? readBertFolder(spec.start.path) : readBertFiles(spec.config.path, spec.start.path);
    if (!files)
        return tl::unexpected(files.error());
    return openBertForPreTraining(
        *files, spec.freshHeads ? std::vector<std::string>{"cls"} : headsMissingIn(files->tensors), seed);
}

struct RowTokenizer {
    std::vector<SideFile> files; // of the model; empty: there is none, as the rows hold ids
    std::vector<std::string> notes;
    std::optional<WordPieceTokenizer> tokens;
};

// The rows' tokenizer is the one that the job names, or else that of the weights: an earlier model's, or that of
// model.start.
Result<RowTokenizer> tokenizerOf(const BertModelSpec &spec, const BertConfig &config, const EarlierModel &earlier)
{
    std::optional<BertWordPieces> ofWeights;
    const std::string folder = tokenizerFolder(earlier, spec.start.path);
    if (!folder.empty() && hasWordPieces(folder)) {
        auto read = readWordPieces(folder, config);
        if (!read)
            return tl::unexpected(read.error());
        ofWeights = std::move(*read);
    }
    if (spec.vocabulary.empty()) {
        if (!ofWeights)
            return RowTokenizer();
        auto files = tokenizerFiles(ofWeights->tokenizer, config);
        return RowTokenizer{std::move(files), ofWeights->notes, std::move(ofWeights->tokenizer)};
    }
    auto ofRows = readVocabulary(spec.vocabulary.path, config);
    if (!ofRows)
        return tl::unexpected(ofRows.error());
    RowTokenizer chosen{tokenizerFiles(ofRows->tokenizer, config), ofRows->notes, {}};
    const std::string &weights = folder == spec.start.path ? folder : earlier.source;
    if (ofWeights)
        if (std::string others
            = describeOtherTokens(ofRows->tokenizer, spec.vocabulary.path, ofWeights->tokenizer, weights);
            !others.empty())
            chosen.notes.push_back(std::move(others));
    chosen.tokens = std::move(ofRows->tokenizer);
    return chosen;
}

OpenedTask openBertPretraining(const JobSpec &job, const EarlierModel &earlier)
{
    const auto &spec = std::get<BertSpec>(job.task);
    auto model = openModel(spec.model, job.seed);
    if (!model)
        return tl::unexpected(model.error());
    if (const auto good = checkSameNetwork(model->config, bertConfigOf(earlier), earlier.source); !good)
        return tl::unexpected(good.error());
    const auto trainingFiles = findTrainingRows(spec.data.train.path, spec.data.filesAtMost);
    if (!trainingFiles)
        return tl::unexpected(trainingFiles.error());
    const auto testFiles
        = spec.data.test.empty() ? findRowsBeside(spec.data.train.path) : findTestRows(spec.data.test.path);
    if (!testFiles)
        return tl::unexpected(testFiles.error());
    auto training = openRows(trainingFiles->paths, model->config);
    if (!training)
        return tl::unexpected(training.error());
    auto test = openTestRows(*testFiles, model->config);
    if (!test)
        return tl::unexpected(test.error());
    auto tokenizer = tokenizerOf(spec.model, model->config, earlier);
    if (!tokenizer)
        return tl::unexpected(tokenizer.error());
    std::vector<std::string> notes = notesOn(spec.data, *trainingFiles, *testFiles);
    notes.insert(notes.end(), tokenizer->notes.begin(), tokenizer->notes.end());
    return std::make_unique<BertPretraining>(std::move(*model), std::move(tokenizer->files), std::move(*training),
        std::move(*test), std::move(notes), std::move(tokenizer->tokens));
}

OpenedTask reopenBertPretraining(const std::string &modelFolder, const TaskSpec &, const std::string &testData)
{
    auto model = readBertFolder(modelFolder).and_then([](const BertFiles &read) {
        return openBertForPreTraining(read, {}, 0);
    });
    if (!model)
        return tl::unexpected(model.error());
    const auto files = findTestRows(testData);
    if (!files)
        return tl::unexpected(files.error());
    auto test = openRows(files->paths, model->config);
    auto again
        = openRows(files->paths, model->config); // in place of a training set, which a reopened task does not use
    if (!test || !again)
        return tl::unexpected(test ? again.error() : test.error());
    return std::make_unique<BertPretraining>(std::move(*model), std::vector<SideFile>(), std::move(*again),
        std::move(*test), notesOn({testData}, {}, *files));
}

} // namespace

TaskEntry bertPretraining()
{
    return {BertSpec::name, "Fills in hidden words and tells whether one sentence follows another, as BERT learns.",
        "an HDF5 file of rows, or a folder of them", openBertPretraining, reopenBertPretraining,
        [](const TaskSpec &) {
            return ModelUse{"evaluate", "FOLDER --data rows.hdf5", "fill-mask", codeOfBert};
        },
        [](const Batch &batch) { return batch.inputs[BertDataset::Mask].sum().item<double>(); }, makeUpData<BertSpec>};
}

} // namespace motley
