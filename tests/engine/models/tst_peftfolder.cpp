// Adapters in the folders that PEFT writes and reads.
#include "engine/tensorfiles/safetensors.h"
#include "lorafixture.h"
#include "tests/fixtures/referencepython.h"

#include <QTemporaryDir>

#include <fstream>
#include <iterator>

using namespace motley;

namespace {

std::string contentOf(const std::string &path)
{
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

class TestPeftFolder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesWhatItReads_data() { addAdapterNames(); }
    void writesWhatItReads();
    void writesLayersThatPeftFinds();
    void readsWhatJobsSay();
    void refusesOtherKinds_data();
    void refusesOtherKinds();
    void refusesWhatDoesNotFit_data();
    void refusesWhatDoesNotFit();
    void refusesWordsThatWereTrainedApart();

private:
    QTemporaryDir m_folder;
};

void TestPeftFolder::writesWhatItReads()
{
    QFETCH(QString, name);
    const auto fixture = openAdapter(name);
    QVERIFY(fixture);
    const Decoder &model = *fixture->opened.model;
    const std::string folder = m_folder.filePath("adapter").toStdString();
    const PeftBase base{baseFolder(fixture->base), !fixture->opened.others.empty()};
    QVERIFY(writePeftFolder(folder, model, peftConfig(model, fixture->config, base), {{"README.md", "A card."}}));
    QCOMPARE(contentOf(folder + "/README.md"), std::string("A card."));
    const NamedTensors theirs = *readSafetensors(adapterFolder(name) + "/adapter_model.safetensors");
    const NamedTensors written = *readSafetensors(folder + "/adapter_model.safetensors");
    for (const NamedTensor &item : written) {
        const at::Tensor *wanted = findTensor(theirs, item.name);
        QVERIFY2(wanted && at::equal(*wanted, item.tensor), item.name.c_str());
    }
    const auto again = readPeftFolder(folder);
    QVERIFY2(again, again ? "" : again.error().message.c_str());
    const auto fresh = openBase(fixture->base);
    fresh->eval();
    QVERIFY(addAdapters(*fresh, *again));
    const torch::NoGradGuard noGradients;
    QVERIFY(apart(logitsOf(*fresh, fixture->ids)[0], fixture->logits) < 1e-5);
}

// PEFT puts adapters on all layers whose name ends as the configuration says, also on those of a part that sees.
void TestPeftFolder::writesLayersThatPeftFinds()
{
    const auto model = openBase();
    LoraConfig config = smallConfig();
    config.targets = {"q_proj", "0.mlp.up_proj"};
    QVERIFY(addAdapters(*model, config, 1));
    const QJsonObject some
        = QJsonDocument::fromJson(QByteArray::fromStdString(peftConfig(*model, config, {"base"}))).object();
    QCOMPARE(some["target_modules"].toArray().size(), 4); // up_proj alone would be that of other layers too
    QVERIFY(some["target_modules"].toArray().contains("model.layers.0.mlp.up_proj"));
    const auto all = openBase();
    QVERIFY(addAdapters(*all, smallConfig(), 1));
    const auto targets = [&](bool hasOthers) {
        const std::string json = peftConfig(*all, smallConfig(), {"base", hasOthers});
        return QJsonDocument::fromJson(QByteArray::fromStdString(json)).object()["target_modules"].toArray();
    };
    QCOMPARE(targets(false).size(), 7);
    QVERIFY(targets(false).contains("down_proj"));
    QCOMPARE(targets(true).size(), 21);
}

void TestPeftFolder::readsWhatJobsSay()
{
    AdapterSpec spec;
    QVERIFY(!spec.isWanted());
    spec.rank = 16;
    QCOMPARE(loraConfigOf(spec).scaleOf("model.layers.0.mlp.up_proj"), 1.0);
    spec.alpha = 32;
    spec.rsLora = true;
    spec.rankPattern = "up_proj=4, 0.mlp.up_proj=64";
    spec.alphaPattern = "down_proj=8";
    const LoraConfig config = loraConfigOf(spec);
    QVERIFY(config.targets.empty());
    QCOMPARE(config.scaleOf("model.layers.0.mlp.up_proj"), 16.0); // the first pattern that fits counts
    QCOMPARE(config.scaleOf("model.layers.0.mlp.down_proj"), 2.0);
    QCOMPARE(config.scaleOf("model.layers.0.mlp.xdown_proj"), 8.0);
    for (const char *bad : {"q_proj,,v_proj", "q proj", ".q_proj", "q_proj.", "(q|v)_proj"})
        QVERIFY2(!layerNamesIn(bad), bad);
    for (const char *bad : {"q_proj", "q_proj=", "q_proj=0", "q_proj=-2", "q_proj=4x", "=4", "q_proj=inf"})
        QVERIFY2(!layerNumbersIn(bad), bad);
}

void TestPeftFolder::refusesOtherKinds_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("words");
    const auto row
        = [](const char *json, const char *words) { QTest::newRow(words) << QByteArray(json) << QByteArray(words); };
    row(R"({"peft_type": "ADALORA"})", R"(Adapters of the kind "ADALORA" (peft_type) are not supported)");
    row(R"({})", R"(Adapters of the kind "" (peft_type))");
    row(R"({"peft_type": "LORA", "use_dora": true})", "The adapter is DoRA (use_dora), which is not supported.");
    row(R"({"peft_type": "LORA", "loftq_config": {"loftq_bits": 4}})", "LoftQ (loftq_config)");
    row(R"({"peft_type": "LORA", "init_lora_weights": "pissa"})", R"(method "pissa" (init_lora_weights))");
    row(R"({"peft_type": "LORA", "bias": "all"})", R"(biases of the model (bias: "all"))");
    row(R"({"peft_type": "LORA", "lora_bias": true})", "with biases (lora_bias)");
    row(R"({"peft_type": "LORA", "fan_in_fan_out": true})", "transposed weights (fan_in_fan_out)");
    row(R"({"peft_type": "LORA", "task_type": "SEQ_CLS"})", R"(the task "SEQ_CLS" (task_type))");
    row(R"({"peft_type": "LORA", "target_parameters": ["experts.up"]})", "(target_parameters)");
    row(R"({"peft_type": "LORA", "trainable_token_indices": [1]})", "(trainable_token_indices)");
    row(R"({"peft_type": "LORA", "layer_replication": [[0, 1]]})", "(layer_replication)");
    row(R"({"peft_type": "LORA", "alora_invocation_tokens": [1]})", "aLoRA");
    row(R"({"peft_type": "LORA", "r": 0})", "The field r must be a whole number from 1 to 65536");
    row(R"({"peft_type": "LORA", "r": 1e12})", "The field r must be");
    row(R"({"peft_type": "LORA", "lora_alpha": -1})", "The field lora_alpha must be above 0");
    row(R"({"peft_type": "LORA", "lora_dropout": 1})", "lora_dropout");
    row(R"({"peft_type": "LORA", "rank_pattern": {".*q_proj|v_proj": 4}})", "other regular expressions are not");
    row(R"({"peft_type": "LORA", "rank_pattern": {"q_proj": 1.5}})", "rank_pattern.q_proj must be a number above 0");
    row(R"({"peft_type": "LORA", "alpha_pattern": 3})", "The field alpha_pattern must be an object");
    row(R"({"peft_type": "LORA", "hypernetwork": 3})", "The field hypernetwork is 3");
    row("[1]", "must be an object");
    row("{", "model configuration");
}

void TestPeftFolder::refusesOtherKinds()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, words);
    const auto config = parseLoraConfig(json.toStdString());
    QVERIFY(!config);
    QVERIFY2(QByteArray::fromStdString(config.error().message).contains(words), config.error().message.c_str());
}

void TestPeftFolder::refusesWhatDoesNotFit_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to"); // empty: the tensor is missing
    QTest::addColumn<QByteArray>("words");
    const QString layer = "base_model.model.model.layers.1.mlp.up_proj.";
    QTest::newRow("a missing tensor") << layer + "lora_B.weight"
                                      << ""
                                      << QByteArray("1 tensor is missing (model.layers.1.mlp.up_proj.lora_B.weight)");
    QTest::newRow("another layer") << layer + "lora_A.weight"
                                   << "base_model.model.model.layers.9.mlp.up_proj.lora_A.weight"
                                   << QByteArray("but the model has no such layer");
    QTest::newRow("DoRA") << layer + "lora_B.weight" << layer + "lora_magnitude_vector" << QByteArray("is of DoRA");
    QTest::newRow("embeddings") << layer + "lora_B.weight" << layer + "lora_embedding_B"
                                << QByteArray("adapter of word embeddings");
    QTest::newRow("another kind") << layer + "lora_B.weight" << layer + "lora_B.bias"
                                  << QByteArray("kind of adapter that is not supported");
    QTest::newRow("no adapter") << layer + "lora_B.weight"
                                << "model.layers.1.mlp.up_proj.lora_B.weight" << QByteArray("is none of an adapter");
    QTest::newRow("no linear layer") << layer + "lora_A.weight"
                                     << "base_model.model.model.norm.lora_A.weight"
                                     << QByteArray("which is not linear");
    QTest::newRow("another rank") << layer + "lora_A.weight" << layer + "lora_A.weight"
                                  << QByteArray("is not of rank 4");
}

void TestPeftFolder::refusesWhatDoesNotFit()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QByteArray, words);
    auto adapter = readPeftFolder(adapterFolder("llama"));
    QVERIFY(adapter);
    for (NamedTensor &item : adapter->tensors)
        if (item.name == from.toStdString())
            item = {to.toStdString(), from == to ? item.tensor.slice(0, 0, 3) : item.tensor};
    std::erase_if(adapter->tensors, [](const NamedTensor &item) { return item.name.empty(); });
    const auto added = addAdapters(*openBase(), *adapter);
    QVERIFY(!added);
    QVERIFY2(QByteArray::fromStdString(added.error().message).contains(words), added.error().message.c_str());
    QVERIFY(QByteArray::fromStdString(added.error().message).contains("adapter_model.safetensors: "));
}

void TestPeftFolder::refusesWordsThatWereTrainedApart()
{
    auto adapter = readPeftFolder(adapterFolder("gemma3-words"));
    QVERIFY(adapter);
    adapter->config.tiesWeights = false;
    const auto added = addAdapters(*openBase("gemma3"), *adapter);
    QVERIFY(!added);
    QVERIFY2(added.error().message.find("trained apart from the output layer") != std::string::npos,
        added.error().message.c_str());
}

class TestAdapterInPeft : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void loadsInTheRealLibrary_data() { addAdapterNames(); }
    void loadsInTheRealLibrary();

private:
    QTemporaryDir m_folder;
};

void TestAdapterInPeft::loadsInTheRealLibrary()
{
    QFETCH(QString, name);
    const auto fixture = openAdapter(name);
    QVERIFY(fixture);
    const Decoder &model = *fixture->opened.model;
    const QString script = MOTLEY_TESTS "/reference/lora.py";
    const QString base = QString::fromStdString(baseFolder(fixture->base));
    const QString adapter = m_folder.filePath(name);
    const std::string config
        = peftConfig(model, fixture->config, {base.toStdString(), !fixture->opened.others.empty()});
    QVERIFY(writePeftFolder(adapter.toStdString(), model, config));
    const QString wanted = QString::fromStdString(adapterFolder(name));
    QByteArray output = saidByReference({script, "--check", adapter, base, wanted});
    QVERIFY2(output.contains("same") && !output.contains("issing"), output.constData());
    const QString merged = m_folder.filePath(name + "-merged");
    NamedTensors tensors = mergedTensors(model);
    tensors.insert(tensors.end(), fixture->opened.others.begin(), fixture->opened.others.end());
    QVERIFY(writeModelFolder(merged.toStdString(), tensors, fixture->opened.config));
    output = saidByReference({script, "--merged", merged, wanted});
    QVERIFY2(output.contains("same"), output.constData());
}

int main(int argc, char *argv[])
{
    return runTests<TestPeftFolder, TestAdapterInPeft>(argc, argv);
}

#include "tst_peftfolder.moc"
