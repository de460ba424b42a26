#include "engine/base/textfile.h"
#include "engine/models/bert/bertfiles.h"
#include "engine/optim/gradientclipping.h"
#include "engine/optim/optimizer.h"
#include "engine/tensorfiles/modelfolder.h"
#include "engine/tensorfiles/safetensors.h"
#include "engine/tensorfiles/torchfile.h"
#include "tests/engine/models/bertfixture.h"
#include "tests/fixtures/referencepython.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace motley;

// Compares with PyTorch's numbers, which tests/reference/bert.py computed.
class TestBert : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void computesAsTransformersDo();
    void labelsTokensAsTransformersDo();
    void trainsAsPyTorchDoes();
    void readsEveryFile_data();
    void readsEveryFile();
    void readsHalfPrecision();
    void readsOldNames();
    void refusesWhatDoesNotFit_data();
    void refusesWhatDoesNotFit();
    void leavesNothingRandomSilently();
    void startsFromTheSeedAlone();
    void writesWhatTransformersWrite();
    void writesWhatHetSeqReads();
    void findsMaskedTokens();
    void dropsTheSameHoweverTheBatchIsSplit();

private:
    BertFixture m_fixture;
    QTemporaryDir m_folder;
};

namespace {

double largestDifference(const at::Tensor &a, const at::Tensor &b)
{
    return (a - b).abs().max().item<double>();
}

std::shared_ptr<BertForPreTraining> opened(const BertFiles &files)
{
    auto model = openBertForPreTraining(files, {}, 1);
    return model ? model->model : nullptr;
}

BertFiles read(const std::string &folder)
{
    auto files = readBertFolder(folder);
    return files ? *files : BertFiles{};
}

NamedTensors renamed(const NamedTensors &tensors, const char *from, const char *to)
{
    NamedTensors result;
    for (const auto &item : tensors)
        result.push_back({QString::fromStdString(item.name).replace(from, to).toStdString(), item.tensor});
    return result;
}

NamedTensors without(const NamedTensors &tensors, const std::string &name)
{
    NamedTensors result;
    for (const auto &item : tensors)
        if (item.name != name)
            result.push_back(item);
    return result;
}

} // namespace

void TestBert::computesAsTransformersDo()
{
    const auto model = opened(read(m_fixture.folder()));
    QVERIFY(model);
    model->eval();
    const auto batch = m_fixture.batch(0);
    const at::Tensor sequence = model->bert().forward(batch.inputs);
    QVERIFY(largestDifference(sequence[0], m_fixture.tensor("sequence")) < 1e-5);
    QVERIFY(largestDifference(model->bert().pooled(sequence), m_fixture.tensor("pooled")) < 1e-5);
    const auto outputs = model->forward(batch.inputs, torch::tensor({std::int64_t(3)}));
    QVERIFY(largestDifference(outputs.words[0], m_fixture.tensor("words")) < 1e-5);
    QVERIFY(largestDifference(outputs.next, m_fixture.tensor("next")) < 1e-5);
}

void TestBert::labelsTokensAsTransformersDo()
{
    const auto model = openBertForTokenClassification(read(m_fixture.folder() + "/tagger"), {}, {}, 1);
    QVERIFY2(model, model ? "" : model.error().message.c_str());
    QCOMPARE(model->config.labels, (std::vector<std::string>{"O", "B-person", "I-person"}));
    model->model->eval();
    const at::Tensor answers = model->model->forward(m_fixture.batch(0).inputs);
    QVERIFY(largestDifference(answers[0], m_fixture.tensor("tags")) < 1e-5);
}

void TestBert::trainsAsPyTorchDoes()
{
    const auto model = opened(read(m_fixture.folder()));
    QVERIFY(model);
    OptimizerSpec spec;
    spec.kind = OptimizerSpec::Kind::AdamW;
    spec.weightDecay = 0.01;
    Optimizer optimizer(spec, stateDict(*model));
    const at::Tensor words = m_fixture.tensor("training", "words");
    const at::Tensor next = m_fixture.tensor("training", "next");
    const at::Tensor norms = m_fixture.tensor("training", "gradientNorm");
    for (int step = 0; step < 20; ++step) {
        const auto batch = m_fixture.batch(step);
        const auto masked = maskedTokens(batch.labels);
        const auto outputs = model->forward(batch.inputs, masked.rows);
        const at::Tensor wordLoss = at::cross_entropy_loss(outputs.words, masked.targets);
        const at::Tensor nextLoss = at::cross_entropy_loss(outputs.next, batch.next);
        QVERIFY(std::abs(wordLoss.item<double>() - words[step].item<double>()) < 1e-4);
        QVERIFY(std::abs(nextLoss.item<double>() - next[step].item<double>()) < 1e-4);
        model->zero_grad();
        (wordLoss + nextLoss).backward();
        const double norm = gradientNorm(model->parameters());
        QVERIFY2(std::abs(norm / norms[step].item<double>() - 1) < 1e-4, qPrintable(QString::number(norm)));
        optimizer.step(1e-3);
    }
}

void TestBert::readsEveryFile_data()
{
    QTest::addColumn<QString>("file");
    QTest::addRow("zip") << "pytorch_model.bin";
    QTest::addRow("legacy") << "legacy.bin";
}

void TestBert::readsEveryFile()
{
    QFETCH(QString, file);
    const auto files
        = readBertFiles(m_fixture.folder() + "/config.json", m_fixture.folder() + "/" + file.toStdString());
    QVERIFY2(files, files ? "" : files.error().message.c_str());
    const auto model = opened(*files);
    QVERIFY(model);
    const auto expected = stateDict(*opened(read(m_fixture.folder())));
    const auto state = stateDict(*model);
    for (std::size_t i = 0; i < expected.size(); ++i)
        QVERIFY2(at::equal(state[i].tensor, expected[i].tensor), state[i].name.c_str());
}

void TestBert::readsHalfPrecision()
{
    const auto files = readBertFiles(m_fixture.folder() + "/config.json", m_fixture.folder() + "/half.safetensors");
    QVERIFY2(files, files ? "" : files.error().message.c_str());
    const auto state = stateDict(*opened(*files));
    const auto expected = stateDict(*opened(read(m_fixture.folder())));
    for (std::size_t i = 0; i < expected.size(); ++i)
        QVERIFY2(
            at::equal(state[i].tensor, expected[i].tensor.to(at::kBFloat16).to(at::kFloat)), state[i].name.c_str());
}

void TestBert::readsOldNames()
{
    const auto current = readSafetensors(m_fixture.folder() + "/model.safetensors");
    QVERIFY(current);
    auto old
        = renamed(renamed(renamed(*current, "LayerNorm.weight", "LayerNorm.gamma"), "LayerNorm.bias", "LayerNorm.beta"),
            "bert.", "");
    old.push_back({"embeddings.position_ids", torch::arange(24).unsqueeze(0)});
    const std::string path = m_folder.filePath("old.safetensors").toStdString();
    QVERIFY(writeSafetensors(path, old));
    const auto files = readBertFiles(m_fixture.folder() + "/config.json", path);
    QVERIFY(files);
    const auto model = openBertForPreTraining(*files, {}, 1);
    QVERIFY2(model, model ? "" : model.error().detail.c_str());
    QVERIFY(model->loaded.fresh.empty());
    QVERIFY(model->loaded.unused.empty());
}

void TestBert::refusesWhatDoesNotFit_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("said");
    QTest::addRow("missing") << "missing"
                             << "1 tensor is missing (bert.encoder.layer.1.intermediate.dense.weight)";
    QTest::addRow("unexpected") << "unexpected"
                                << "1 tensor is not expected (bert.encoder.layer.2.output.dense.bias)";
    QTest::addRow("misshapen") << "misshapen"
                               << "1 tensor has another shape or type (cls.predictions.bias";
    QTest::addRow("whole numbers") << "whole numbers"
                                   << "cls.predictions.bias [96] of type Long instead of [96] of type Float";
    QTest::addRow("no number") << "no number"
                               << "The tensor cls.predictions.bias holds values that are no numbers";
    QTest::addRow("untied") << "untied"
                            << "differs from bert.embeddings.word_embeddings.weight";
    QTest::addRow("larger") << "larger"
                            << "holds only";
}

void TestBert::refusesWhatDoesNotFit()
{
    QFETCH(QString, change);
    QFETCH(QString, said);
    auto tensors = *readSafetensors(m_fixture.folder() + "/model.safetensors");
    QString config = QString::fromStdString(toJson(read(m_fixture.folder()).config));
    if (change == "missing")
        tensors = without(tensors, "bert.encoder.layer.1.intermediate.dense.weight");
    else if (change == "unexpected")
        tensors.push_back({"bert.encoder.layer.2.output.dense.bias", torch::zeros({16})});
    else if (change == "misshapen") {
        tensors = without(tensors, "cls.predictions.bias");
        tensors.push_back({"cls.predictions.bias", torch::zeros({95})});
    } else if (change == "whole numbers") {
        tensors = without(tensors, "cls.predictions.bias");
        tensors.push_back({"cls.predictions.bias", torch::zeros({96}, torch::kLong)});
    } else if (change == "no number") {
        tensors = without(tensors, "cls.predictions.bias");
        tensors.push_back({"cls.predictions.bias", torch::full({96}, std::nan(""))});
    } else if (change == "untied")
        tensors.push_back({"cls.predictions.decoder.weight", torch::zeros({96, 16})});
    else
        config.replace("\"num_hidden_layers\": 2", "\"num_hidden_layers\": 1000");
    const QString configPath = m_folder.filePath("config.json");
    QFile file(configPath);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(config.toUtf8());
    file.close();
    const std::string path = m_folder.filePath("unfit.safetensors").toStdString();
    QVERIFY(writeSafetensors(path, tensors));
    const auto model = readBertFiles(configPath.toStdString(), path).and_then([](const BertFiles &files) {
        return openBertForPreTraining(files, {}, 1);
    });
    QVERIFY(!model);
    QVERIFY2(QString::fromStdString(model.error().message).contains(said), model.error().message.c_str());
    QVERIFY(model.error().message.find(path) != std::string::npos);
}

void TestBert::leavesNothingRandomSilently()
{
    const auto files = read(m_fixture.folder());
    const std::vector<std::string> labels{"O", "B-place", "I-place", "B-name"};
    const auto silent = openBertForTokenClassification(files, labels, {}, 1);
    QVERIFY(!silent);
    QVERIFY(
        silent.error().message.find("2 tensors are missing (classifier.weight, classifier.bias)") != std::string::npos);
    const auto asked = openBertForTokenClassification(files, labels, {"classifier"}, 1);
    QVERIFY2(asked, asked ? "" : asked.error().message.c_str());
    QCOMPARE(asked->loaded.fresh, (std::vector<std::string>{"classifier.weight", "classifier.bias"}));
    QCOMPARE(int(asked->loaded.unused.size()), 9); // pooler and both heads
    QVERIFY(describe(asked->loaded).find("2 tensors start with fresh values: classifier.weight") != std::string::npos);
    // A new head replaces a stored one of another size.
    const auto replaced
        = openBertForTokenClassification(read(m_fixture.folder() + "/tagger"), labels, {"classifier"}, 1);
    QVERIFY(replaced);
    QCOMPARE(replaced->loaded.fresh, asked->loaded.fresh);
    QCOMPARE(int(replaced->loaded.unused.size()), 2);
}

void TestBert::startsFromTheSeedAlone()
{
    BertConfig config = m_fixture.config();
    const auto weights = [&](std::uint64_t seed) {
        const auto model = std::make_shared<BertForPreTraining>(config);
        initialiseBert(*model, config, seed);
        return stateDict(*model);
    };
    const auto first = weights(1);
    torch::rand({3}); // moves torch's own generator
    const auto again = weights(1);
    for (std::size_t i = 0; i < first.size(); ++i)
        QVERIFY2(at::equal(first[i].tensor, again[i].tensor), first[i].name.c_str());
    const at::Tensor words = first[0].tensor;
    QVERIFY(!at::equal(words, weights(2)[0].tensor));
    QCOMPARE(words[0].abs().max().item<float>(), 0.0f);
    QVERIFY(std::abs(words.slice(0, 1).std().item<double>() / config.initializerRange - 1) < 0.05);
    QVERIFY(std::abs(words.mean().item<double>()) < 0.1 * config.initializerRange);
}

void TestBert::writesWhatTransformersWrite()
{
    const auto files = read(m_fixture.folder());
    const std::string folder = m_folder.filePath("saved").toStdString();
    QVERIFY(writeModelFolder(folder, *opened(files), toJson(files.config), {{"vocab.txt", "[PAD]\n"}}));
    const auto ours = readSafetensors(folder + "/model.safetensors");
    const auto theirs = readSafetensors(m_fixture.folder() + "/model.safetensors");
    QVERIFY(ours);
    QVERIFY(theirs);
    QCOMPARE(ours->size(), theirs->size());
    for (const auto &item : *theirs) {
        const auto same = std::find_if(
            ours->begin(), ours->end(), [&](const NamedTensor &other) { return other.name == item.name; });
        QVERIFY2(same != ours->end(), item.name.c_str());
        QVERIFY2(at::equal(same->tensor, item.tensor), item.name.c_str());
    }
    QVERIFY(read(folder).config == files.config);
    QCOMPARE(*readTextFile(folder + "/vocab.txt", 1 << 20), std::string("[PAD]\n"));
}

void TestBert::writesWhatHetSeqReads()
{
    const auto model = opened(read(m_fixture.folder()));
    const std::string path = m_folder.filePath("for-hetseq.pt").toStdString();
    QVERIFY(writeHetSeqModel(path, stateDict(*model)));
    const auto written = readTorchFile(path);
    // Reads HetSeq's own checkpoint without the optimizer state.
    const auto theirs = readTorchFile(m_fixture.folder() + "/hetseq.pt", [](const std::string &name) {
        return name.compare(0, 6, "model/") == 0 && name != "model/cls.predictions.decoder.bias";
    });
    QVERIFY2(written, written ? theirs.error().message.c_str() : written.error().message.c_str());
    QVERIFY2(theirs, written ? theirs.error().message.c_str() : written.error().message.c_str());
    QCOMPARE(written->size(), theirs->size());
    std::set<std::string> names;
    for (const auto &item : *written)
        names.insert(item.name);
    for (const auto &item : *theirs)
        QVERIFY2(names.count(item.name), item.name.c_str());
    const auto again = readBertFiles(m_fixture.folder() + "/config.json", path);
    QVERIFY(again);
    const auto state = stateDict(*opened(*again));
    for (std::size_t i = 0; i < state.size(); ++i)
        QVERIFY(at::equal(state[i].tensor, stateDict(*model)[i].tensor));
    QVERIFY(opened(*readBertFiles(m_fixture.folder() + "/config.json", m_fixture.folder() + "/hetseq.pt")));
}

void TestBert::findsMaskedTokens()
{
    const auto byLabel = maskedTokens(torch::tensor({{-1, 7, -1}, {-100, -100, 9}}));
    QVERIFY(at::equal(byLabel.rows, torch::tensor({1, 5})));
    QVERIFY(at::equal(byLabel.targets, torch::tensor({7, 9})));
    // The list ends at the first 0, whatever follows.
    const auto byPosition
        = maskedTokens(torch::tensor({{1, 2, 0, 2}, {2, 0, 0, 0}}), torch::tensor({{7, 8, 0, 5}, {9, 0, 0, 0}}), 3);
    QVERIFY(at::equal(byPosition.rows, torch::tensor({1, 2, 5})));
    QVERIFY(at::equal(byPosition.targets, torch::tensor({7, 8, 9})));
}

void TestBert::dropsTheSameHoweverTheBatchIsSplit()
{
    BertFiles files = read(m_fixture.folder());
    files.config.hiddenDropout = 0.1;
    files.config.attentionDropout = 0.2;
    const auto model = opened(files);
    auto whole = m_fixture.batch(0).inputs;
    const std::vector<std::int64_t> ids{30, 10, 20, 40};
    whole.dropoutKeys = dropoutKeys(1, 2, ids);
    const at::Tensor together = model->bert().forward(whole);
    // A part of the batch, padded only to the length of its longest sample.
    const std::int64_t tokens = whole.mask.slice(0, 1, 3).sum(1).max().item<std::int64_t>();
    QVERIFY(tokens < whole.ids.size(1));
    const auto part = [&](const at::Tensor &of) { return of.slice(0, 1, 3).slice(1, 0, tokens); };
    const BertInputs inputs{part(whole.ids), part(whole.segments), part(whole.mask), whole.dropoutKeys.slice(0, 1, 3)};
    const at::Tensor parted = model->bert().forward(inputs);
    const at::Tensor real = inputs.mask.unsqueeze(2);
    QVERIFY(largestDifference(parted * real, part(together) * real) < 1e-5);
    model->eval();
    QVERIFY(largestDifference(model->bert().forward(whole), together) > 0.01);
    model->train();
    whole.dropoutKeys.reset();
    QVERIFY_THROWS_EXCEPTION(c10::Error, model->bert().forward(whole));
}

class TestBertInRealLibraries : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void loadsInTheRealLibraries();

private:
    BertFixture m_fixture;
    QTemporaryDir m_folder;
};

void TestBertInRealLibraries::loadsInTheRealLibraries()
{
    const auto files = read(m_fixture.folder());
    const QString folder = m_folder.filePath("checked");
    QVERIFY(writeModelFolder(folder.toStdString(), *opened(files), toJson(files.config)));
    QVERIFY(writeHetSeqModel(folder.toStdString() + ".pt", stateDict(*opened(files))));
    const auto tagger = openBertForTokenClassification(read(m_fixture.folder() + "/tagger"), {}, {}, 1);
    QVERIFY(writeModelFolder(folder.toStdString() + "-tagger", *tagger->model, toJson(tagger->config)));
    const QByteArray output
        = saidByReference({MOTLEY_TESTS "/reference/checkbert.py", folder, QString::fromStdString(m_fixture.folder())});
    QVERIFY2(output.contains("same"), output.constData());
}

int main(int argc, char *argv[])
{
    return runTests<TestBert, TestBertInRealLibraries>(argc, argv);
}

#include "tst_bert.moc"
