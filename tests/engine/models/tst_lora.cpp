// What adapters compute, and what is trained.
#include "engine/device/mixedprecision.h"
#include "engine/models/causal/chunkedloss.h"
#include "engine/tensorfiles/safetensors.h"
#include "lorafixture.h"

#include <QTemporaryDir>

using namespace motley;

class TestLora : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void computesAsPeftDoes_data() { addAdapterNames(); }
    void computesAsPeftDoes();
    void hasTheGradientsOfPeft_data();
    void hasTheGradientsOfPeft();
    void mergesIntoTheWeights_data() { addAdapterNames(); }
    void mergesIntoTheWeights();
    void beginsAsPeftDoes();
    void choosesLayers_data();
    void choosesLayers();
    void keepsTheTypesOfTheBase();
    void mergesInTheTypesOfTheBase();
    void adaptsTheOutputLayer();
    void recomputesTheSameGradients_data();
    void recomputesTheSameGradients();
    void dropsTheSameHoweverTheBatchIsCut();
    void namesLayersThatAreNotThere();

private:
    QTemporaryDir m_folder;
};

void TestLora::computesAsPeftDoes()
{
    QFETCH(QString, name);
    const auto fixture = openAdapter(name);
    QVERIFY(fixture);
    Decoder &model = *fixture->opened.model;
    const double difference = apart(logitsOf(model, fixture->ids)[0], fixture->logits);
    QVERIFY2(difference < 1e-5, qPrintable(QString::number(difference)));
    lossOf(model, fixture->ids).backward();
    const NamedTensors theirs = *readSafetensors(adapterFolder(name) + "/gradients.safetensors");
    NamedTensors ours = peftTensors(model);
    const NamedTensors gradients = gradientsOf(model);
    if (name == "gemma3-words")
        ours.erase(ours.begin() + 1); // the copy that is the output layer
    QCOMPARE(ours.size(), theirs.size());
    // The last digits follow the processor, whose kernels sum in another order than those of the reference's. Of Qwen
    // 3.5's delta rule, the gradients that transformers computes in float32 are up to 2e-4 off those in float64.
    const double tolerance = name.startsWith("qwen3_5") ? 2e-4 : 2e-5;
    double largest = 0;
    for (const NamedTensor &item : theirs)
        largest = std::max(largest, item.tensor.abs().max().item<double>());
    for (std::size_t i = 0; i < ours.size(); ++i) {
        const at::Tensor *wanted = findTensor(theirs, ours[i].name);
        QVERIFY2(wanted, ours[i].name.c_str());
        const double gap = (gradients[i].tensor - *wanted).abs().max().item<double>() / largest;
        QVERIFY2(gap < tolerance, qPrintable(QString::fromStdString(ours[i].name) + " " + QString::number(gap)));
        QVERIFY2(apart(gradients[i].tensor, *wanted) < 10 * tolerance, ours[i].name.c_str());
    }
    for (const NamedTensor &item : parametersOf(model))
        QVERIFY2(item.tensor.requires_grad() || !item.tensor.grad().defined(), item.name.c_str());
}

void TestLora::hasTheGradientsOfPeft_data()
{
    QTest::addColumn<QString>("family");
    for (const char *family : {"llama", "qwen2", "qwen3", "qwen3_5", "gemma3", "gemma4", "mistral", "ministral3",
             "smollm3", "granite", "phi3", "olmo3"})
        QTest::newRow(family) << QString(family);
}

// Of each family, where rounding does not grow from layer to layer.
void TestLora::hasTheGradientsOfPeft()
{
    QFETCH(QString, family);
    const std::string folder = MOTLEY_TESTS "/fixtures/tuning/" + family.toStdString();
    const auto model = openSteadyBase(family);
    const auto adapter = readPeftFolder(folder);
    QVERIFY2(adapter, adapter ? "" : adapter.error().message.c_str());
    const auto added = addAdapters(*model, *adapter);
    QVERIFY2(added, added ? "" : added.error().message.c_str());
    model->eval();
    lossOf(*model, someIds(2)).backward();
    const NamedTensors theirs = *readSafetensors(folder + "/gradients.safetensors");
    const NamedTensors names = peftTensors(*model), gradients = gradientsOf(*model);
    QCOMPARE(names.size(), theirs.size());
    double largest = 0, gap = 0;
    for (const NamedTensor &item : theirs)
        largest = std::max(largest, item.tensor.abs().max().item<double>());
    for (std::size_t i = 0; i < names.size(); ++i) {
        const at::Tensor *wanted = findTensor(theirs, names[i].name);
        QVERIFY2(wanted, names[i].name.c_str());
        gap = std::max(gap, (gradients[i].tensor - *wanted).abs().max().item<double>() / largest);
    }
    qInfo("%.2g apart", gap);
    QVERIFY2(gap < 1e-5, qPrintable(QString::number(gap)));
}

void TestLora::mergesIntoTheWeights()
{
    QFETCH(QString, name);
    const auto fixture = openAdapter(name);
    QVERIFY(fixture);
    OpenedDecoder merged = fixture->opened;
    NamedTensors tensors = mergedTensors(*fixture->opened.model);
    tensors.insert(tensors.end(), merged.others.begin(), merged.others.end());
    const std::string folder = m_folder.filePath("merged").toStdString();
    QVERIFY(writeModelFolder(folder, tensors, merged.config));
    const auto read = readDecoderFolder(folder);
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    read->model->eval();
    const torch::NoGradGuard noGradients;
    QVERIFY(apart(logitsOf(*read->model, fixture->ids)[0], fixture->logits) < 1e-5);
}

void TestLora::beginsAsPeftDoes()
{
    const auto model = openBase();
    model->eval();
    const at::Tensor before = logitsOf(*model, someIds(2));
    QVERIFY(addAdapters(*model, smallConfig(), 7));
    QVERIFY(at::equal(logitsOf(*model, someIds(2)), before));
    const auto layers = adaptedLayers(*model);
    QCOMPARE(layers.size(), std::size_t(21)); // seven in each of three layers
    double sum = 0, squares = 0, numbers = 0;
    for (const AdaptedLayer &item : layers) {
        const at::Tensor scaled
            = item.adapter->first().to(at::kDouble) * std::sqrt(double(item.adapter->first().size(1)));
        QVERIFY(scaled.abs().max().item<double>() <= 1);
        QVERIFY(!item.adapter->second().any().item<bool>());
        sum += scaled.sum().item<double>();
        squares += scaled.square().sum().item<double>();
        numbers += double(scaled.numel());
    }
    QVERIFY(std::abs(sum / numbers) < 0.05); // 1,440 numbers, uniform from -1 to 1
    QVERIFY(std::abs(squares / numbers - 1.0 / 3) < 0.03);
    for (const NamedTensor &item : trainableParametersOf(*model))
        QVERIFY2(item.name.find(".lora_") != std::string::npos, item.name.c_str());
    const auto same = openBase(), other = openBase();
    QVERIFY(addAdapters(*same, smallConfig(), 7));
    QVERIFY(addAdapters(*other, smallConfig(), 8));
    QVERIFY(at::equal(adaptedLayers(*same)[3].adapter->first(), layers[3].adapter->first()));
    QVERIFY(!at::equal(adaptedLayers(*other)[3].adapter->first(), layers[3].adapter->first()));
}

void TestLora::choosesLayers_data()
{
    QTest::addColumn<QString>("targets");
    QTest::addColumn<QString>("ranks");
    QTest::addColumn<QString>("whole");
    QTest::addColumn<int>("layers");
    QTest::addColumn<int>("trained"); // numbers
    QTest::newRow("all") << "all-linear"
                         << ""
                         << "" << 21 << 3360;
    QTest::newRow("by the end of the name") << "q_proj, v_proj"
                                            << ""
                                            << "" << 6 << 3 * (4 * (16 + 32) + 4 * (16 + 16));
    QTest::newRow("of one layer") << "0.self_attn.q_proj"
                                  << ""
                                  << "" << 1 << 4 * (16 + 32);
    QTest::newRow("the output layer, where it is named") << "lm_head"
                                                         << ""
                                                         << "" << 1 << 4 * (16 + 32);
    QTest::newRow("with another rank") << "q_proj"
                                       << "1.self_attn.q_proj = 6, q_proj=2"
                                       << "" << 3 << (2 + 2 + 6) * (16 + 32);
    QTest::newRow("beside whole modules") << "q_proj, lm_head"
                                          << ""
                                          << "lm_head, model.norm" << 3 << 3 * 4 * (16 + 32) + 32 * 16 + 16;
}

void TestLora::choosesLayers()
{
    QFETCH(QString, targets);
    QFETCH(QString, ranks);
    QFETCH(QString, whole);
    AdapterSpec spec;
    spec.rank = 4;
    spec.targets = targets.toStdString();
    spec.rankPattern = ranks.toStdString();
    spec.modulesToSave = whole.toStdString();
    const auto model = openBase();
    const auto added = addAdapters(*model, loraConfigOf(spec), 1);
    QVERIFY2(added, added ? "" : added.error().message.c_str());
    QTEST(int(adaptedLayers(*model).size()), "layers");
    std::int64_t numbers = 0;
    for (const NamedTensor &item : trainableParametersOf(*model))
        numbers += item.tensor.numel();
    QTEST(int(numbers), "trained");
}

void TestLora::keepsTheTypesOfTheBase()
{
    const auto model = openBase();
    for (at::Tensor &parameter : model->parameters())
        parameter.set_data(parameter.to(at::kBFloat16));
    LoraConfig config = smallConfig();
    config.modulesToSave = {"lm_head"};
    QVERIFY(addAdapters(*model, config, 1));
    fillSecond(*model);
    for (const NamedTensor &item : parametersOf(*model))
        QCOMPARE(item.tensor.scalar_type(), item.tensor.requires_grad() ? at::kFloat : at::kBFloat16);
    const at::Tensor ids = someIds(2);
    const auto gradients = [&](bool low) {
        model->zero_grad();
        const MixedPrecision precision({low ? PrecisionSpec::Kind::BFloat16 : PrecisionSpec::Kind::Float32}, at::kCPU);
        lossOf(*model, ids).backward();
        return gradientsOf(*model);
    };
    const NamedTensors high = gradients(false);
    const NamedTensors low = gradients(true);
    for (std::size_t i = 0; i < high.size(); ++i) {
        QVERIFY2(high[i].tensor.defined() && high[i].tensor.abs().max().item<double>() > 0, high[i].name.c_str());
        QCOMPARE(low[i].tensor.scalar_type(), at::kFloat);
        QVERIFY2(apart(low[i].tensor, high[i].tensor) < 0.1, low[i].name.c_str());
    }
}

void TestLora::mergesInTheTypesOfTheBase()
{
    const auto model = openBase();
    for (at::Tensor &parameter : model->parameters())
        parameter.set_data(parameter.to(at::kBFloat16));
    LoraConfig config = smallConfig();
    config.modulesToSave = {"lm_head"};
    QVERIFY(addAdapters(*model, config, 1));
    fillSecond(*model);
    const AdaptedLayer layer = adaptedLayers(*model)[4];
    const NamedTensors merged = mergedTensors(*model);
    QCOMPARE(merged.size(), parametersOf(*openBase()).size());
    for (const NamedTensor &item : merged)
        QCOMPARE(item.tensor.scalar_type(), at::kBFloat16);
    const at::Tensor added = at::mm(layer.adapter->second(), layer.adapter->first()) * 2; // alpha 8, rank 4
    const at::Tensor wanted = (layer.layer->weight().to(at::kFloat) + added).to(at::kBFloat16);
    QVERIFY(at::equal(*findTensor(merged, layer.name + ".weight"), wanted));
}

// Its logits come in chunks, and what the adapter adds with them.
void TestLora::adaptsTheOutputLayer()
{
    const auto model = openBase();
    LoraConfig config = smallConfig();
    config.targets = {"lm_head"};
    config.dropout = 0.25;
    QVERIFY(addAdapters(*model, config, 1));
    const at::Tensor ids = someIds(2), keys = at::tensor({11, 12}, at::kLong);
    model->eval();
    const at::Tensor before = logitsOf(*model, ids);
    fillSecond(*model);
    const AdaptedLayer adapted = adaptedLayers(*model)[0];
    const at::Tensor merged = adapted.layer->weight() + adapted.adapter->weight();
    QVERIFY(apart(logitsOf(*model, ids), before) > 1e-3);
    QVERIFY(apart(logitsOf(*model, ids), at::linear(model->forward(ids), merged)) < 1e-5);
    model->train();
    QVERIFY(apart(logitsOf(*model, ids, keys + 1), logitsOf(*model, ids, keys)) > 1e-3);
    const auto gradients = [&](std::int64_t most) {
        model->zero_grad();
        summedWordLoss(model->head(model->forward(ids, keys), keys), ids, most).backward();
        return gradientsOf(*model);
    };
    const NamedTensors whole = gradients(mostLogits), chunked = gradients(4 * model->vocabulary());
    QCOMPARE(whole.size(), std::size_t(2));
    for (std::size_t i = 0; i < whole.size(); ++i) {
        QVERIFY2(whole[i].tensor.abs().max().item<double>() > 0, whole[i].name.c_str());
        QVERIFY2(apart(chunked[i].tensor, whole[i].tensor) < 1e-6, whole[i].name.c_str());
    }
}

void TestLora::recomputesTheSameGradients_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("target");
    for (const char *name : {"llama", "qwen3_5", "gemma3", "gemma4", "phi3", "olmo3", "granite"})
        QTest::newRow(name) << QString(name) << QString();
    QTest::newRow("the first of the layers alone") << "llama"
                                                   << "0.self_attn.q_proj";
    QTest::newRow("the last of the layers alone") << "llama"
                                                  << "2.mlp.down_proj";
}

// The layers' inputs and weights need no gradients, and their adapters get theirs.
void TestLora::recomputesTheSameGradients()
{
    QFETCH(QString, name);
    QFETCH(QString, target);
    const auto model = openBase(name);
    LoraConfig config = smallConfig();
    config.dropout = 0.25;
    if (!target.isEmpty())
        config.targets = {target.toStdString()};
    QVERIFY(addAdapters(*model, config, 1));
    fillSecond(*model);
    const at::Tensor ids = someIds(2);
    const at::Tensor keys = at::tensor({11, 12}, at::kLong);
    const auto gradients = [&](bool recomputes) {
        recomputeActivations(*model, recomputes);
        model->zero_grad();
        lossOf(*model, ids, keys).backward();
        return gradientsOf(*model);
    };
    const NamedTensors kept = gradients(false);
    const NamedTensors again = gradients(true);
    QVERIFY(!kept.empty());
    for (std::size_t i = 0; i < kept.size(); ++i) {
        QVERIFY2(kept[i].tensor.defined() && again[i].tensor.defined(), kept[i].name.c_str());
        QVERIFY2(kept[i].tensor.abs().max().item<double>() > 0, kept[i].name.c_str());
        QVERIFY2(at::allclose(again[i].tensor, kept[i].tensor, 1e-4, 1e-7), kept[i].name.c_str());
    }
}

void TestLora::dropsTheSameHoweverTheBatchIsCut()
{
    const auto model = openBase();
    LoraConfig config = smallConfig();
    config.dropout = 0.25;
    QVERIFY(addAdapters(*model, config, 1));
    fillSecond(*model);
    const at::Tensor ids = someIds(4);
    const at::Tensor keys = at::tensor({11, 12, 13, 14}, at::kLong);
    const at::Tensor whole = logitsOf(*model, ids, keys);
    const at::Tensor parts = at::cat({logitsOf(*model, ids.slice(0, 0, 1), keys.slice(0, 0, 1)),
        logitsOf(*model, ids.slice(0, 1), keys.slice(0, 1))});
    QVERIFY(apart(parts, whole) < 1e-6);
    QVERIFY(apart(logitsOf(*model, ids, keys + 1), whole) > 1e-3);
    QVERIFY_THROWS_EXCEPTION(c10::Error, logitsOf(*model, ids));
    model->eval();
    const at::Tensor kept = logitsOf(*model, ids, keys);
    QVERIFY(apart(kept, whole) > 1e-3);
    QVERIFY(at::equal(logitsOf(*model, ids), kept));
}

void TestLora::namesLayersThatAreNotThere()
{
    LoraConfig config = smallConfig();
    config.targets = {"q_proj", "c_attn"};
    auto added = addAdapters(*openBase(), config, 1);
    QVERIFY(!added);
    QCOMPARE(added.error().message,
        std::string("The adapter names the layer c_attn, but of the model's layers it can be put on q_proj, k_proj, "
                    "v_proj, o_proj, gate_proj, up_proj, down_proj, lm_head."));
    config = smallConfig();
    config.modulesToSave = {"embed_positions"};
    added = addAdapters(*openBase(), config, 1);
    QVERIFY(!added);
    QVERIFY(added.error().message.find("The module embed_positions") == 0);
    torch::nn::Linear plain(2, 2);
    added = addAdapters(*plain, smallConfig(), 1);
    QVERIFY(!added);
    QVERIFY(added.error().message.find("no layers that adapters can be put on") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestLora)

#include "tst_lora.moc"
