#include "engine/models/layers/labelsmoothing.h"
#include "engine/models/translation/transformerfiles.h"
#include "engine/optim/optimizer.h"
#include "engine/tensorfiles/modelfolder.h"
#include "engine/tensorfiles/safetensors.h"
#include "tests/fixtures/referencepython.h"
#include "tests/fixtures/referencetensors.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace motley;

// Compares with PyTorch's numbers, which tests/reference/transformer.py computed.
class TestTransformer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void computesAsPyTorchDoes();
    void trainsAsPyTorchDoes();
    void computesTheSameTokenByToken();
    void dropsTheSameHoweverTheBatchIsSplit();
    void startsFromTheSeedAlone();
    void describesThePapersSizes();
    void readsWhatItWrites();
    void readsSecondCopies();
    void refusesWhatDoesNotFit_data();
    void refusesWhatDoesNotFit();

private:
    at::Tensor rows(const char *name, int step) const;
    std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }

    const std::string m_fixture = MOTLEY_TESTS "/fixtures/transformer";
    QTemporaryDir m_folder;
    QJsonObject m_reference;
    std::shared_ptr<Transformer> m_model;
};

namespace {

double largestDifference(const at::Tensor &a, const at::Tensor &b)
{
    return (a - b).abs().max().item<double>();
}

} // namespace

void TestTransformer::initTestCase()
{
    m_reference = readReference(m_fixture + "/reference.json");
    const auto read = readTransformerFolder(m_fixture);
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    m_model = read->model;
    m_model->eval();
}

at::Tensor TestTransformer::rows(const char *name, int step) const
{
    const int samples = m_reference["batch"].toInt();
    return tensorOf(m_reference[QLatin1String(name)]).to(at::kLong).slice(0, step * samples, (step + 1) * samples);
}

void TestTransformer::computesAsPyTorchDoes()
{
    const at::Tensor logits = m_model->predict(m_model->forward({rows("source", 0), rows("target", 0), {}}));
    QVERIFY(largestDifference(logits, tensorOf(m_reference["logits"])) < 1e-4); // of numbers up to 30
}

void TestTransformer::trainsAsPyTorchDoes()
{
    const auto model = readTransformerFolder(m_fixture)->model;
    const std::int64_t padId = model->config().padId;
    OptimizerSpec spec;
    spec.kind = OptimizerSpec::Kind::AdamW;
    spec.weightDecay = 0.01;
    Optimizer optimizer(spec, stateDict(*model));
    const QJsonObject expected = m_reference["training"].toObject();
    for (int step = 0; step < 20; ++step) {
        const at::Tensor answers = rows("answers", step).flatten();
        const at::Tensor places = answers.ne(padId).nonzero().squeeze(1);
        const at::Tensor hidden = model->forward({rows("source", step), rows("target", step), {}});
        const auto loss = smoothedLoss(
            model->predict(hidden.flatten(0, 1).index_select(0, places)), answers.index_select(0, places), 0.1);
        for (const auto &[name, sum] :
            {std::pair{"smoothed", loss.smoothed}, std::pair{"likelihood", loss.likelihood}}) {
            const double theirs = expected[QLatin1String(name)].toArray()[step].toDouble();
            QVERIFY2(std::abs(sum.item<double>() / theirs - 1) < 1e-4, name);
        }
        model->zero_grad();
        (loss.smoothed / places.size(0)).backward();
        optimizer.step(1e-3);
    }
}

void TestTransformer::computesTheSameTokenByToken()
{
    const torch::NoGradGuard noGradients;
    const at::Tensor source = rows("source", 0);
    const at::Tensor target = rows("target", 0).narrow(1, 0, 5).clone();
    // Three hypotheses of each sentence: its own target and those of the next two.
    const at::Tensor order = at::tensor({0, 1, 2, 1, 2, 3, 2, 3, 0, 3, 0, 1}, at::kLong);
    const at::Tensor targets = target.index_select(0, order);
    const at::Tensor whole = m_model->forward({source.repeat_interleave(3, 0), targets, {}});
    TranslationState state = m_model->read(source);
    const auto stepOf = [&](const at::Tensor &of, int token) {
        const at::Tensor tokens = of.select(1, token);
        return m_model->extend(tokens.view({-1, 3}), state).flatten(0, 1);
    };
    for (int token = 0; token < 3; ++token)
        QVERIFY(largestDifference(stepOf(targets, token), whole.select(1, token)) < 1e-4);
    // The second sentence is finished, and hypotheses are reordered: row i continues the former row kept[i].
    const at::Tensor kept = at::tensor({2, 0, 1, 6, 8, 8, 11, 10, 9}, at::kLong);
    select(state, at::tensor({0, 2, 3}, at::kLong), kept);
    for (int token = 3; token < 5; ++token)
        QVERIFY(largestDifference(
                    stepOf(targets.index_select(0, kept), token), whole.index_select(0, kept).select(1, token))
            < 1e-4);
}

void TestTransformer::dropsTheSameHoweverTheBatchIsSplit()
{
    MarianConfig config = m_model->config();
    config.dropout = 0.2;
    config.attentionDropout = 0.1;
    config.activationDropout = 0.1;
    Transformer model(config);
    initialiseTransformer(model, config, 1);
    const std::vector<std::int64_t> ids{30, 10, 20, 40};
    const at::Tensor keys = dropoutKeys(1, 2, ids);
    const at::Tensor source = rows("source", 0);
    const at::Tensor target = rows("target", 0);
    const at::Tensor together = model.forward({source, target, keys});
    // The second sentence alone, without padding.
    const std::int64_t tokens = source[1].ne(config.padId).sum().item<std::int64_t>();
    QVERIFY(tokens < source.size(1));
    const at::Tensor alone = model.forward(
        {source.slice(0, 1, 2).slice(1, 0, tokens), target.slice(0, 1, 2).slice(1, 0, 4), keys.slice(0, 1, 2)});
    QVERIFY(largestDifference(together.slice(0, 1, 2).slice(1, 0, 4), alone) < 1e-5);
    QVERIFY(largestDifference(together, model.forward({source, target, dropoutKeys(1, 3, ids)})) > 0.1);
    QVERIFY_THROWS_EXCEPTION(c10::Error, model.forward({source, target, {}}));
}

void TestTransformer::startsFromTheSeedAlone()
{
    MarianConfig config = m_model->config();
    config.vocabulary = 400;
    config.size = 64;
    const auto weights = [&](std::uint64_t seed) {
        Transformer model(config);
        initialiseTransformer(model, config, seed);
        return stateDict(model);
    };
    const auto first = weights(1);
    torch::rand({3}); // moves torch's own generator
    const auto again = weights(1);
    for (std::size_t i = 0; i < first.size(); ++i)
        QVERIFY2(at::equal(first[i].tensor, again[i].tensor), first[i].name.c_str());
    QVERIFY(!at::equal(first[0].tensor, weights(2)[0].tensor));
    const auto largest = [&](const std::string &name) {
        for (const auto &item : first)
            if (item.name == name)
                return item.tensor.abs().max().item<double>();
        return -1.0;
    };
    const auto isJustBelow = [](double value, double bound) { return value <= bound && value > 0.97 * bound; };
    const std::string layer = "model.encoder.layers.0.";
    QVERIFY(isJustBelow(largest(layer + "self_attn.q_proj.weight"), std::sqrt(0.5 * 6 / 128)));
    QVERIFY(isJustBelow(largest(layer + "self_attn.out_proj.weight"), std::sqrt(6.0 / 128)));
    QVERIFY(isJustBelow(largest(layer + "fc1.weight"), std::sqrt(6.0 / 96)));
    QCOMPARE(largest(layer + "fc1.bias"), 0.0);
    QCOMPARE(largest(layer + "final_layer_norm.weight"), 1.0);
    QCOMPARE(first[0].name, std::string("model.shared.weight"));
    QVERIFY(std::abs(first[0].tensor.std().item<double>() * 8 - 1) < 0.02);
    QCOMPARE(first[0].tensor[config.padId].abs().max().item<double>(), 0.0);
}

void TestTransformer::describesThePapersSizes()
{
    const auto parameters = [](const MarianConfig &config) {
        std::int64_t count = 0;
        for (const auto &item : stateDict(Transformer(config)))
            count += item.tensor.numel();
        return count;
    };
    // The paper's table 3 counts 65 and 213 million with 37000 tokens.
    QCOMPARE(parameters(baseTransformer(37000)) / 1000000, 63);
    QCOMPARE(parameters(bigTransformer(37000)) / 1000000, 214);
}

void TestTransformer::readsWhatItWrites()
{
    QVERIFY(writeModelFolder(path("saved"), *m_model, toJson(m_model->config())));
    const auto read = readTransformerFolder(path("saved"));
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QCOMPARE(read->config, m_model->config());
    const auto ours = stateDict(*read->model);
    const auto before = stateDict(*m_model);
    for (std::size_t i = 0; i < ours.size(); ++i)
        QVERIFY2(at::equal(ours[i].tensor, before[i].tensor), ours[i].name.c_str());
}

void TestTransformer::readsSecondCopies()
{
    const std::string folder = path("copies");
    QVERIFY(writeModelFolder(folder, *m_model, toJson(m_model->config())));
    auto tensors = *readSafetensors(folder + "/model.safetensors");
    tensors[0].name = "model.decoder.embed_tokens.weight";
    tensors.push_back({"lm_head.weight", tensors[0].tensor});
    tensors.push_back({"final_logits_bias", at::zeros({1, m_model->config().vocabulary})});
    tensors.push_back({"model.encoder.embed_positions.weight", at::zeros({64, 16})});
    QVERIFY(writeSafetensors(folder + "/model.safetensors", tensors));
    const auto read = readTransformerFolder(folder);
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QVERIFY(at::equal(stateDict(*read->model)[0].tensor, stateDict(*m_model)[0].tensor));
}

void TestTransformer::refusesWhatDoesNotFit_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("with");
    QTest::addColumn<QString>("said");
    QTest::addRow("larger") << "\"encoder_layers\": 2"
                            << "\"encoder_layers\": 900"
                            << "fewer parameters";
    QTest::addRow("smaller") << "\"encoder_layers\": 2"
                             << "\"encoder_layers\": 1"
                             << "16 tensors are not expected";
    QTest::addRow("unscaled") << "\"scale_embedding\": true"
                              << "\"scale_embedding\": false"
                              << "scale_embedding";
    QTest::addRow("another") << "\"marian\""
                             << "\"bart\""
                             << "model_type";
    QTest::addRow("outside") << "\"eos_token_id\": 1"
                             << "\"eos_token_id\": 40"
                             << "eos_token_id must be between 0 and 39";
    QTest::addRow("untied") << ""
                            << ""
                            << "differs from model.shared.weight";
    QTest::addRow("biased") << ""
                            << ""
                            << "final_logits_bias";
}

void TestTransformer::refusesWhatDoesNotFit()
{
    QFETCH(QString, config);
    QFETCH(QString, with);
    QFETCH(QString, said);
    QString json = QString::fromStdString(toJson(m_model->config()));
    if (!config.isEmpty()) {
        QVERIFY(json.contains(config));
        json.replace(config, with);
    }
    const std::string folder = path("unfit");
    QVERIFY(writeModelFolder(folder, *m_model, json.toStdString()));
    auto tensors = *readSafetensors(folder + "/model.safetensors");
    if (QTest::currentDataTag() == QByteArray("untied"))
        tensors.push_back({"lm_head.weight", tensors[0].tensor + 1});
    if (QTest::currentDataTag() == QByteArray("biased"))
        tensors.push_back({"final_logits_bias", at::ones({1, 40})});
    QVERIFY(writeSafetensors(folder + "/model.safetensors", tensors));
    const auto read = readTransformerFolder(folder);
    QVERIFY(!read);
    QVERIFY2(QString::fromStdString(read.error().message).contains(said), read.error().message.c_str());
    QVERIFY(read.error().message.find(folder) != std::string::npos);
}

class TestTransformerInTransformers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void loadsInTheRealLibrary();

private:
    const std::string m_fixture = MOTLEY_TESTS "/fixtures/transformer";
    QTemporaryDir m_folder;
};

void TestTransformerInTransformers::loadsInTheRealLibrary()
{
    const auto model = readTransformerFolder(m_fixture)->model;
    QVERIFY(writeModelFolder(m_folder.filePath("checked").toStdString(), *model, toJson(model->config())));
    const QByteArray output = saidByReference({MOTLEY_TESTS "/reference/transformer.py", "--check",
        m_folder.filePath("checked"), QString::fromStdString(m_fixture)});
    QVERIFY2(output.contains("same"), output.constData());
}

int main(int argc, char *argv[])
{
    return runTests<TestTransformer, TestTransformerInTransformers>(argc, argv);
}

#include "tst_transformer.moc"
