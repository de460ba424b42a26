#include "engine/models/causal/generation.h"
#include "engine/models/gpt2/gpt2files.h"
#include "engine/optim/optimizer.h"
#include "engine/tensorfiles/modelfolder.h"
#include "engine/tensorfiles/safetensors.h"
#include "tests/fixtures/referencepython.h"
#include "tests/fixtures/referencetensors.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace motley;

// Compares with PyTorch's numbers, which tests/reference/gpt2.py computed.
class TestGpt2 : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void computesAsTransformersDo();
    void trainsAsPyTorchDoes();
    void readsTheFirstNames();
    void refusesWhatDoesNotFit();
    void writesWhatTransformersWrite();
    void startsFromTheSeedAlone();
    void dropsTheSameHoweverTheBatchIsSplit();
    void computesTheSameWithCaches();
    void saysWhatTransformersSay();
    void samplesEachRowAlone();
    void goesOnBeyondItsPositions();

private:
    at::Tensor batch(int step) const { return m_ids.slice(0, step * m_samples, (step + 1) * m_samples); }
    std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }

    const std::string m_fixture = MOTLEY_TESTS "/fixtures/gpt2";
    QTemporaryDir m_folder;
    QJsonObject m_reference;
    at::Tensor m_ids;
    std::int64_t m_samples = 0;
};

namespace {

std::shared_ptr<Gpt2> opened(const std::string &folder)
{
    const auto read = readGpt2Folder(folder);
    return read ? read->model : nullptr;
}

at::Tensor lossOf(Gpt2 &model, const at::Tensor &ids)
{
    const at::Tensor logits = model.predict(model.forward(ids).slice(1, 0, -1));
    return at::cross_entropy_loss(logits.flatten(0, 1), ids.slice(1, 1).flatten());
}

} // namespace

void TestGpt2::initTestCase()
{
    m_reference = readReference(m_fixture + "/reference.json");
    m_ids = tensorOf(m_reference["ids"]).to(at::kLong);
    m_samples = m_reference["batch"].toInt();
}

void TestGpt2::computesAsTransformersDo()
{
    const auto model = opened(m_fixture);
    QVERIFY(model);
    model->eval();
    const at::Tensor logits = model->predict(model->forward(batch(0)));
    QVERIFY((logits[0] - tensorOf(m_reference["logits"])).abs().max().item<double>() < 1e-5);
}

void TestGpt2::trainsAsPyTorchDoes()
{
    const auto model = opened(m_fixture);
    QVERIFY(model);
    OptimizerSpec spec;
    spec.kind = OptimizerSpec::Kind::AdamW;
    spec.weightDecay = 0.01;
    Optimizer optimizer(spec, stateDict(*model));
    const at::Tensor losses = tensorOf(m_reference["losses"]);
    for (int step = 0; step < losses.size(0); ++step) {
        const at::Tensor loss = lossOf(*model, batch(step));
        QVERIFY(std::abs(loss.item<double>() - losses[step].item<double>()) < 1e-4);
        model->zero_grad();
        loss.backward();
        optimizer.step(1e-3);
    }
}

void TestGpt2::readsTheFirstNames()
{
    const std::string folder = path("first");
    QVERIFY(writeModelFolder(folder, *opened(m_fixture), toJson(readGpt2Folder(m_fixture)->config)));
    auto tensors = *readSafetensors(folder + "/model.safetensors");
    for (auto &item : tensors)
        item.name = item.name.substr(std::string("transformer.").size());
    tensors.push_back({"h.0.attn.bias", torch::ones({1, 1, 16, 16})});
    tensors.push_back({"lm_head.weight", tensors[0].tensor});
    QVERIFY(writeSafetensors(folder + "/model.safetensors", tensors));
    const auto read = readGpt2Folder(folder);
    QVERIFY2(read, read ? "" : read.error().message.c_str());
}

void TestGpt2::refusesWhatDoesNotFit()
{
    const std::string folder = path("unfit");
    auto config = readGpt2Folder(m_fixture)->config;
    config.layers = 3;
    QVERIFY(writeModelFolder(folder, *opened(m_fixture), toJson(config)));
    const auto larger = readGpt2Folder(folder);
    QVERIFY(!larger);
    QVERIFY2(larger.error().message.find("fewer parameters") != std::string::npos, larger.error().message.c_str());
    config.layers = 1;
    QVERIFY(writeModelFolder(folder, *opened(m_fixture), toJson(config)));
    const auto smaller = readGpt2Folder(folder);
    QVERIFY(!smaller);
    QVERIFY2(smaller.error().message.find("12 tensors are not expected") != std::string::npos,
        smaller.error().message.c_str());
}

void TestGpt2::writesWhatTransformersWrite()
{
    const std::string folder = path("saved");
    const auto read = readGpt2Folder(m_fixture);
    QVERIFY(writeModelFolder(folder, *read->model, toJson(read->config)));
    const auto ours = readSafetensors(folder + "/model.safetensors");
    const auto theirs = readSafetensors(m_fixture + "/model.safetensors");
    QCOMPARE(ours->size(), theirs->size());
    for (const auto &item : *theirs) {
        const auto same = std::find_if(
            ours->begin(), ours->end(), [&](const NamedTensor &other) { return other.name == item.name; });
        QVERIFY2(same != ours->end(), item.name.c_str());
        QVERIFY2(at::equal(same->tensor, item.tensor), item.name.c_str());
    }
    QVERIFY(readGpt2Folder(folder)->config == read->config);
}

void TestGpt2::startsFromTheSeedAlone()
{
    const auto config = readGpt2Folder(m_fixture)->config;
    const auto weights = [&](std::uint64_t seed) {
        const auto model = std::make_shared<Gpt2>(config);
        initialiseGpt2(*model, config, seed);
        return stateDict(*model);
    };
    const auto first = weights(1);
    torch::rand({3}); // moves torch's own generator
    const auto again = weights(1);
    for (std::size_t i = 0; i < first.size(); ++i)
        QVERIFY2(at::equal(first[i].tensor, again[i].tensor), first[i].name.c_str());
    QVERIFY(!at::equal(first[0].tensor, weights(2)[0].tensor));
    for (const auto &item : first)
        if (item.name == "transformer.h.0.mlp.c_proj.weight")
            QVERIFY(std::abs(item.tensor.std().item<double>() / 0.1 - 1) < 0.15); // 0.2 / sqrt(2 * 2 layers)
}

void TestGpt2::dropsTheSameHoweverTheBatchIsSplit()
{
    auto config = readGpt2Folder(m_fixture)->config;
    config.attentionDropout = 0.2;
    config.residualDropout = 0.1;
    config.embeddingDropout = 0.1;
    const auto model = std::make_shared<Gpt2>(config);
    initialiseGpt2(*model, config, 1);
    const std::vector<std::int64_t> ids{30, 10, 20};
    const at::Tensor keys = dropoutKeys(1, 2, ids);
    const at::Tensor together = model->forward(batch(0), keys);
    // The last sample alone and truncated: later tokens do not change the output of earlier ones.
    const at::Tensor alone = model->forward(batch(0).slice(0, 2).slice(1, 0, 9), keys.slice(0, 2));
    QVERIFY((together.slice(0, 2).slice(1, 0, 9) - alone).abs().max().item<double>() < 1e-5);
    QVERIFY_THROWS_EXCEPTION(c10::Error, model->forward(batch(0)));
}

void TestGpt2::computesTheSameWithCaches()
{
    const auto model = opened(m_fixture);
    model->eval();
    const torch::NoGradGuard noGradients;
    const at::Tensor ids = batch(0);
    const at::Tensor whole = model->forward(ids);
    auto caches = model->caches();
    std::vector<at::Tensor> parts;
    for (const auto &[first, last] :
        {std::pair{0, 5}, std::pair{5, 6}, std::pair{6, 7}, std::pair{7, 10}, std::pair{10, 12}})
        parts.push_back(model->extend(ids.slice(1, first, last), caches));
    QVERIFY((at::cat(parts, 1) - whole).abs().max().item<double>() < 1e-5);
    // The caches' samples are reordered, and one is there twice.
    const at::Tensor rows = at::tensor({2, 0, 2}, at::kLong);
    caches = model->caches();
    model->extend(ids.slice(1, 0, 11), caches);
    for (auto &cache : caches)
        cache.select(rows);
    const at::Tensor last = model->extend(ids.index_select(0, rows).slice(1, 11), caches);
    QVERIFY((last.select(1, 0) - whole.index_select(0, rows).select(1, 11)).abs().max().item<double>() < 1e-5);
}

void TestGpt2::saysWhatTransformersSay()
{
    const auto model = opened(m_fixture);
    GenerationSpec spec;
    spec.newTokens = 10;
    spec.sampling.temperature = 0;
    const at::Tensor text = generate(*model, batch(0).slice(1, 0, 4), spec);
    QVERIFY(at::equal(text, tensorOf(m_reference["greedy"]).to(at::kLong)));
}

void TestGpt2::samplesEachRowAlone()
{
    const auto model = opened(m_fixture);
    GenerationSpec spec;
    spec.newTokens = 8;
    spec.seed = 7;
    const at::Tensor prompt = batch(0).slice(1, 0, 4);
    const at::Tensor together = generate(*model, prompt, spec);
    QVERIFY(at::equal(together, generate(*model, prompt, spec)));
    QVERIFY(at::equal(together.slice(0, 0, 1), generate(*model, prompt.slice(0, 0, 1), spec)));
    spec.endIds = {together[0][6].item<std::int64_t>()};
    const at::Tensor ended = generate(*model, prompt, spec);
    QVERIFY(at::equal(ended[0].slice(0, 0, 7), together[0].slice(0, 0, 7)));
    QVERIFY(ended[0].slice(0, 7).eq(spec.endIds.front()).all().item<bool>());
    spec.seed = 8;
    spec.endIds.clear();
    QVERIFY(!at::equal(together, generate(*model, prompt, spec)));
}

void TestGpt2::goesOnBeyondItsPositions()
{
    const auto model = opened(m_fixture);
    GenerationSpec spec;
    spec.newTokens = 40;
    spec.sampling.temperature = 0;
    const at::Tensor text = generate(*model, batch(0), spec);
    QCOMPARE(text.size(1), 52);
    // 16 positions are full after token 16, and then after every 8 more: the text starts anew from its last 8.
    const torch::NoGradGuard noGradients;
    const at::Tensor next = model->predict(model->forward(text.slice(1, 9, 17)).select(1, -1)).argmax(1);
    QVERIFY(at::equal(next, text.select(1, 17)));
}

class TestGpt2InTransformers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void loadsInTheRealLibrary();

private:
    const std::string m_fixture = MOTLEY_TESTS "/fixtures/gpt2";
    QTemporaryDir m_folder;
};

void TestGpt2InTransformers::loadsInTheRealLibrary()
{
    const auto read = readGpt2Folder(m_fixture);
    QVERIFY(writeModelFolder(m_folder.filePath("checked").toStdString(), *read->model, toJson(read->config)));
    const QByteArray output = saidByReference({MOTLEY_TESTS "/reference/gpt2.py", "--check",
        m_folder.filePath("checked"), QString::fromStdString(m_fixture)});
    QVERIFY2(output.contains("same"), output.constData());
}

int main(int argc, char *argv[])
{
    return runTests<TestGpt2, TestGpt2InTransformers>(argc, argv);
}

#include "tst_gpt2.moc"
