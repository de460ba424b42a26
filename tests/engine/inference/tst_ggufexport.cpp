// A GGUF file has the model's numbers, in llama.cpp's order, and its tokenizer. tests/oracles/comparisons/gguf.py gives
// such files to gguf, transformers and llama.cpp.
#include "engine/inference/gguf/ggufbytes.h"
#include "engine/inference/gguf/ggufexport.h"
#include "engine/tensorfiles/huggingfacefolder.h"
#include "engine/tensorfiles/safetensors.h"
#include "tests/engine/inference/ggufmodels.h"
#include "tests/engine/inference/ggufreader.h"
#include "tests/engine/models/lorafixture.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace motley;

class TestGgufExport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void roundsToEightBitsAsGguf();
    void hasAllTensorsOfTheFamily_data();
    void hasAllTensorsOfTheFamily();
    void putsPairsOfQueriesTogether();
    void addsOneToNorms();
    void writesTheTypeThatIsAskedFor_data();
    void writesTheTypeThatIsAskedFor();
    void writesTheTokenizer();
    void refusesWhatLlamaCppCannotCompute_data();
    void refusesWhatLlamaCppCannotCompute();
    void saysWhatIsWrong();
    void replacesWhenTold();
    void readsShardedFoldersPieceByPiece();
    void writesAnAdapter_data();
    void writesAnAdapter();
    void saysWhatAnAdapterLacks();

private:
    QString copyOf(const QString &fixture)
    {
        return copyWithTokenizer(fixture, path(fixture + QString::number(m_copies++)));
    }
    QString path(const QString &name) const { return m_folder.filePath(name); }
    QString errorOf(const GgufRequest &request);

    QTemporaryDir m_folder;
    int m_copies = 0;
};

QString TestGgufExport::errorOf(const GgufRequest &request)
{
    const auto exported = exportGguf(request);
    return exported ? "" : QString::fromStdString(exported.error().message + " " + exported.error().detail);
}

void TestGgufExport::roundsToEightBitsAsGguf()
{
    std::vector<float> numbers;
    for (int i = 0; i < 32; ++i)
        numbers.push_back(float((i * i * 0.37 - 31.5) * (i % 3 ? 1 : -1) * 0.01));
    numbers.resize(64);
    for (int i = 0; i < 32; ++i)
        numbers.push_back(float((i - 15.5) * 2));
    const auto bytes = ggufBytes(at::tensor(numbers), GgufType::Q8_0);
    QVERIFY(bytes);
    QCOMPARE(QByteArray::fromStdString(*bytes).toHex(), // of gguf's quantize()
        QByteArray(
            "88260cf4f40bf6f707fbfd010205f70c10ec191edd282ecc3a40b94e56a3656e8a7f0000000000000000000000000000000000"
            "0000000000000000000000000000000000d0338189919aa2aab2bac3cbd3dbe3ecf4fc040c141d252d353d464e565e666f77"
            "7f"));
}

void TestGgufExport::hasAllTensorsOfTheFamily_data()
{
    QTest::addColumn<QString>("architecture");
    QTest::addColumn<QStringList>("more"); // than the folder has
    const QStringList frequencies{"rope_freqs.weight"};
    QTest::newRow("llama") << "llama" << frequencies;
    QTest::newRow("llama-linear") << "llama" << QStringList();
    QTest::newRow("qwen2") << "qwen2" << QStringList();
    QTest::newRow("mistral") << "llama" << QStringList();
    QTest::newRow("ministral3") << "mistral3" << QStringList();
    QTest::newRow("granite") << "granite" << QStringList();
    QTest::newRow("phi3") << "phi3" << QStringList{"rope_factors_long.weight", "rope_factors_short.weight"};
    QTest::newRow("olmo3") << "olmo2" << QStringList();
    QTest::newRow("gemma4-dense") << "gemma4" << frequencies;
    QTest::newRow("gemma4") << "gemma4" << frequencies;
}

void TestGgufExport::hasAllTensorsOfTheFamily()
{
    QFETCH(QString, architecture);
    QFETCH(QStringList, more);
    const QString folder = copyOf(QTest::currentDataTag());
    const QString file = folder + "/out.gguf";
    const auto exported = exportGguf({folder.toStdString(), file.toStdString()});
    QVERIFY2(exported, exported ? "" : exported.error().message.c_str());
    const GgufReader read(file);
    QVERIFY(read.isGood);
    QCOMPARE(read.fields["general.architecture"].toString(), architecture);
    QCOMPARE(read.fields[architecture + ".embedding_length"].toInt(), 16);
    QCOMPARE(read.fields[architecture + ".attention.head_count"].toInt(), 4);
    for (const QString &name : more)
        QVERIFY(read.tensors.contains(name));
    const auto opened = readDecoderFolder(folder.toStdString());
    QVERIFY(opened);
    const NamedTensors own = stateDict(*opened->model);
    QCOMPARE(read.tensors.size(), qsizetype(own.size()) + more.size());
    double sum = 0; // of all numbers, which no order changes
    for (const NamedTensor &item : own)
        sum += item.tensor.to(at::kDouble).sum().item<double>();
    double written = 0;
    for (auto tensor = read.tensors.begin(); tensor != read.tensors.end(); ++tensor)
        for (const float number : more.contains(tensor.key()) ? QList<float>() : tensor->floats())
            written += double(number);
    QVERIFY2(std::abs(sum - written) < 1e-4, qPrintable(QString("%1 here, %2 there").arg(sum).arg(written)));
}

void TestGgufExport::putsPairsOfQueriesTogether()
{
    const QString folder = copyOf("mistral");
    QVERIFY(exportGguf({folder.toStdString(), (folder + "/out.gguf").toStdString()}));
    const GgufReader read(folder + "/out.gguf");
    const auto opened = openFolderTensors(folder.toStdString());
    QVERIFY(opened);
    const auto tensorCalled = [&](const std::string &name) {
        for (const StoredTensor &tensor : opened->tensors)
            if (tensor.name == name)
                return tensor.read();
        return at::Tensor();
    };
    constexpr int heads = 4;
    constexpr int size = 8; // of a head
    const at::Tensor query = tensorCalled("model.layers.1.self_attn.q_proj.weight");
    const QList<float> there = read.tensors["blk.1.attn_q.weight"].floats();
    for (int head = 0; head < heads; ++head)
        for (int i = 0; i < size; ++i)
            for (int column = 0; column < 16; ++column) {
                const int row = head * size + i % 2 * (size / 2) + i / 2; // of the first half, of the second, ...
                QCOMPARE(there[(head * size + i) * 16 + column], query[row][column].item<float>());
            }
    const QList<float> values = read.tensors["blk.1.attn_v.weight"].floats(); // which do not turn
    const at::Tensor value = tensorCalled("model.layers.1.self_attn.v_proj.weight").flatten();
    QVERIFY(at::equal(at::tensor(std::vector<float>(values.begin(), values.end())), value));
}

void TestGgufExport::addsOneToNorms()
{
    const QString folder = copyOf("gemma3");
    QFile file(folder + "/config.json");
    QVERIFY(file.open(QIODevice::ReadOnly));
    QJsonObject config = QJsonDocument::fromJson(file.readAll()).object();
    config["query_pre_attn_scalar"] = 8;
    config["final_logit_softcapping"] = QJsonValue();
    writeFile(folder + "/config.json", QJsonDocument(config).toJson());
    QVERIFY2(errorOf({folder.toStdString(), (folder + "/out.gguf").toStdString()}).isEmpty(), "it is refused");
    const GgufReader read(folder + "/out.gguf");
    const NamedTensors tensors = *readSafetensors((folder + "/model.safetensors").toStdString());
    const at::Tensor norm = *findTensor(tensors, "model.layers.0.post_attention_layernorm.weight");
    QCOMPARE(read.tensors["blk.0.post_attention_norm.weight"].floats()[3], norm[3].item<float>() + 1);
    QCOMPARE(read.fields["gemma3.attention.sliding_window_pattern"].toInt(), 2); // each second layer sees everything
    QCOMPARE(read.fields["gemma3.attention.sliding_window"].toInt(), 6);
    QCOMPARE(read.fields["gemma3.rope.freq_base_swa"].toFloat(), 10000.0F);
    QVERIFY(!read.tensors.contains("output.weight")); // tied
}

void TestGgufExport::writesTheTypeThatIsAskedFor_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("fileType"); // general.file_type
    QTest::addColumn<int>("ofMatrices");
    QTest::newRow("f16") << int(GgufType::Float16) << 1 << 1;
    QTest::newRow("bf16") << int(GgufType::BFloat16) << 32 << 30;
    QTest::newRow("q8_0, whose blocks are longer than these rows") << int(GgufType::Q8_0) << 7 << 1;
}

void TestGgufExport::writesTheTypeThatIsAskedFor()
{
    QFETCH(int, type);
    QFETCH(int, fileType);
    QFETCH(int, ofMatrices);
    const QString folder = copyOf("qwen2");
    QVERIFY(exportGguf({folder.toStdString(), (folder + "/out.gguf").toStdString(), GgufType(type)}));
    const GgufReader read(folder + "/out.gguf");
    QVERIFY(read.isGood);
    QCOMPARE(read.fields["general.file_type"].toInt(), fileType);
    QCOMPARE(int(read.tensors["blk.0.ffn_up.weight"].type), ofMatrices);
    QCOMPARE(read.tensors["blk.0.attn_norm.weight"].type, 0U);
    QCOMPARE(read.tensors["blk.0.attn_q.bias"].type, 0U);
}

void TestGgufExport::writesTheTokenizer()
{
    const QString folder = copyOf("qwen2");
    writeFile(folder + "/generation_config.json", R"({"eos_token_id": [2, 30]})");
    writeFile(folder + "/README.md", "---\nlibrary_name: transformers\nlicense: apache-2.0\n---\n# A model\n");
    QVERIFY2(errorOf({folder.toStdString(), (folder + "/out.gguf").toStdString()}).isEmpty(), "it is refused");
    GgufReader read(folder + "/out.gguf");
    QCOMPARE(read.fields["tokenizer.ggml.model"].toString(), "gpt2");
    QCOMPARE(read.fields["tokenizer.ggml.pre"].toString(), "gpt-2");
    const QVariantList tokens = read.fields["tokenizer.ggml.tokens"].toList();
    QCOMPARE(tokens.size(), 32);
    QCOMPARE(tokens[4].toString(), "ab");
    QCOMPARE(tokens[31].toString(), "[PAD31]"); // the model has a row that the tokenizer does not
    const QVariantList types = read.fields["tokenizer.ggml.token_type"].toList();
    QCOMPARE(types[1].toInt(), 3);
    QCOMPARE(types[4].toInt(), 1);
    QCOMPARE(types[31].toInt(), 5);
    QCOMPARE(read.fields["tokenizer.ggml.merges"].toStringList(), QStringList{"a b"});
    QCOMPARE(read.fields["tokenizer.ggml.bos_token_id"].toInt(), 1);
    QCOMPARE(read.fields["tokenizer.ggml.eos_token_id"].toInt(), 2);
    QCOMPARE(read.fields["tokenizer.ggml.eot_token_id"].toInt(), 30);
    QCOMPARE(read.fields["tokenizer.ggml.add_bos_token"], QVariant(true));
    QCOMPARE(read.fields["tokenizer.chat_template"].toString(), "{{ messages[0].content }}");
    QCOMPARE(read.fields["general.license"].toString(), "apache-2.0");
    QCOMPARE(read.fields["general.name"].toString(), QFileInfo(folder).fileName());
    QFile modelfile(folder + "/Modelfile");
    QVERIFY(modelfile.open(QIODevice::ReadOnly));
    const QByteArray text = modelfile.readAll();
    QVERIFY2(text.contains("\nFROM ./out.gguf\n"), text.constData());
    QVERIFY2(text.endsWith("\nPARAMETER stop \"</s>\"\n"), text.constData());
}

void TestGgufExport::refusesWhatLlamaCppCannotCompute_data()
{
    QTest::addColumn<QString>("what");
    QTest::newRow("gemma3") << "capped logits (final_logit_softcapping)";
    QTest::newRow("qwen3") << "biases in the attention (attention_bias)";
    QTest::newRow("smollm3") << "layers without positions in another pattern than each fourth (no_rope_layers)";
    QTest::newRow("qwen3_5") << "keys and values of different sizes in linear attention";
}

void TestGgufExport::refusesWhatLlamaCppCannotCompute()
{
    QFETCH(QString, what);
    const QString folder = copyOf(QTest::currentDataTag());
    const QString error = errorOf({folder.toStdString(), (folder + "/out.gguf").toStdString()});
    QVERIFY2(error.contains(what) && error.contains(folder + "/config.json: "), qPrintable(error));
    QVERIFY(!QFile::exists(folder + "/out.gguf"));
}

void TestGgufExport::saysWhatIsWrong()
{
    const QString folder = copyOf("qwen2");
    const GgufRequest request{folder.toStdString(), (folder + "/out.gguf").toStdString()};
    writeFile(folder + "/Modelfile", "FROM mine");
    QVERIFY(errorOf(request).contains("Modelfile is there already"));
    QFile::remove(folder + "/Modelfile");
    QFile::remove(folder + "/tokenizer.json");
    QVERIFY(errorOf(request).contains("has no tokenizer.json"));
    QFile::copy(MOTLEY_TESTS "/fixtures/tokenizers/qwen2.json", folder + "/tokenizer.json");
    QVERIFY(errorOf(request).contains("but the model has word embeddings for 32 tokens only."));
    writeFile(folder + "/config.json", R"({"model_type": "gpt2"})");
    QVERIFY(errorOf(request).contains("A GPT-2 is not written"));
    GgufRequest withBase = request;
    withBase.base = folder.toStdString();
    QVERIFY(errorOf(withBase).contains("holds no adapter"));
    const QString huge = copyOf("mistral");
    NamedTensors tensors = *readSafetensors((huge + "/model.safetensors").toStdString());
    for (NamedTensor &item : tensors)
        if (item.name == "model.layers.2.mlp.up_proj.weight")
            item.tensor.mul_(1e6);
    QVERIFY(writeSafetensors((huge + "/model.safetensors").toStdString(), tensors));
    const QString tooLarge = errorOf({huge.toStdString(), (huge + "/out.gguf").toStdString(), GgufType::Float16});
    QVERIFY2(tooLarge.contains("blk.2.ffn_up.weight") && tooLarge.contains("bf16 can"), qPrintable(tooLarge));
    QCOMPARE(QDir(huge).entryList({"*.gguf*"}), QStringList()); // nor a part of it
    tensors.pop_back();
    QVERIFY(writeSafetensors((huge + "/model.safetensors").toStdString(), tensors));
    QVERIFY(errorOf({huge.toStdString(), (huge + "/out.gguf").toStdString()}).contains("is missing"));
}

void TestGgufExport::replacesWhenTold()
{
    const QString folder = copyOf("qwen2");
    GgufRequest request{folder.toStdString(), (folder + "/out.gguf").toStdString()};
    writeFile(folder + "/out.gguf", "something");
    QVERIFY(errorOf(request).contains("is there already"));
    request.overwrites = true;
    QVERIFY(errorOf(request).isEmpty());
    QVERIFY(GgufReader(folder + "/out.gguf").isGood);
}

void TestGgufExport::readsShardedFoldersPieceByPiece()
{
    const QString folder = copyOf("mistral");
    QVERIFY(errorOf({folder.toStdString(), (folder + "/one.gguf").toStdString()}).isEmpty());
    const NamedTensors tensors = *readSafetensors((folder + "/model.safetensors").toStdString());
    const auto half = NamedTensors::difference_type(tensors.size() / 2);
    QJsonObject places;
    for (std::size_t i = 0; i < tensors.size(); ++i)
        places[QString::fromStdString(tensors[i].name)] = i < std::size_t(half) ? "a.safetensors" : "b.safetensors";
    QVERIFY(writeSafetensors((folder + "/a.safetensors").toStdString(), {tensors.begin(), tensors.begin() + half}));
    QVERIFY(writeSafetensors((folder + "/b.safetensors").toStdString(), {tensors.begin() + half, tensors.end()}));
    writeFile(folder + "/model.safetensors.index.json", QJsonDocument(QJsonObject{{"weight_map", places}}).toJson());
    QFile::remove(folder + "/model.safetensors");
    QFile::remove(folder + "/Modelfile");
    QVERIFY(errorOf({folder.toStdString(), (folder + "/two.gguf").toStdString()}).isEmpty());
    const GgufReader one(folder + "/one.gguf");
    const GgufReader two(folder + "/two.gguf");
    QVERIFY(two.isGood);
    QCOMPARE(two.tensors.keys(), one.tensors.keys());
    for (const QString &name : one.tensors.keys())
        QVERIFY(two.tensors[name].bytes == one.tensors[name].bytes);
}

void TestGgufExport::writesAnAdapter_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("stabilised");
    QTest::addColumn<QString>("layer");
    QTest::addColumn<QString>("there");
    QTest::newRow("llama") << "llama" << false << "model.layers.1.mlp.down_proj"
                           << "blk.1.ffn_down.weight";
    QTest::newRow("another scale") << "llama" << true << "model.layers.2.mlp.up_proj"
                                   << "blk.2.ffn_up.weight";
    QTest::newRow("phi3") << "phi3" << false << "model.layers.1.self_attn.qkv_proj"
                          << "blk.1.attn_qkv.weight";
    QTest::newRow("gemma4") << "gemma4" << false << "model.layers.1.mlp.gate_proj"
                            << "blk.1.ffn_gate.weight";
}

void TestGgufExport::writesAnAdapter()
{
    QFETCH(QString, name);
    QFETCH(bool, stabilised);
    QFETCH(QString, layer);
    QFETCH(QString, there);
    const QString folder = path(QString("adapter%1").arg(m_copies++));
    QVERIFY(QDir().mkpath(folder));
    const QString from = QString::fromStdString(adapterFolder(name));
    QVERIFY(QFile::copy(from + "/adapter_model.safetensors", folder + "/adapter_model.safetensors"));
    QFile config(from + "/adapter_config.json");
    QVERIFY(config.open(QIODevice::ReadOnly));
    writeFile(folder + "/adapter_config.json",
        config.readAll().replace(
            R"("use_rslora": false)", stabilised ? R"("use_rslora": true)" : R"("use_rslora": false)"));
    const QString base = readReference(adapterFolder(name) + "/reference.json")["base"].toString();
    const QString file = folder + "/out.gguf";
    const QString said = errorOf({folder.toStdString(), file.toStdString(), std::nullopt, baseFolder(base)});
    QVERIFY2(said.isEmpty(), qPrintable(said));
    GgufReader read(file);
    QVERIFY(read.isGood);
    QCOMPARE(read.fields["general.type"].toString(), "adapter");
    QCOMPARE(read.fields["adapter.type"].toString(), "lora");
    const NamedTensors stored = *readSafetensors((folder + "/adapter_model.safetensors").toStdString());
    QCOMPARE(read.tensors.size(), qsizetype(stored.size()));
    const auto matrix = [&](const char *which) {
        return findTensor(stored, "base_model.model." + layer.toStdString() + which + ".weight")->to(at::kFloat);
    };
    const auto written = [&](const char *which, std::vector<std::int64_t> shape) {
        const QList<float> numbers = read.tensors[there + which].floats();
        return at::tensor(std::vector<float>(numbers.begin(), numbers.end())).view(shape);
    };
    const at::Tensor first = matrix(".lora_A");
    const std::int64_t rank = first.size(0);
    const at::Tensor expected
        = at::mm(matrix(".lora_B"), first) * readPeftConfig(folder.toStdString())->scaleOf(layer.toStdString());
    const double alpha = read.fields["adapter.lora.alpha"].toDouble(); // which llama.cpp divides by the rank
    QVERIFY(
        apart(at::mm(written(".lora_b", {-1, rank}), written(".lora_a", {rank, -1})) * (alpha / double(rank)), expected)
        < 1e-6);
}

void TestGgufExport::saysWhatAnAdapterLacks()
{
    const std::string file = path("adapter.gguf").toStdString();
    const QString saved = errorOf({adapterFolder("llama-patterns"), file, std::nullopt, baseFolder("llama")});
    QVERIFY2(saved.contains("modules_to_save") && saved.contains("export merged"), qPrintable(saved));
    const QString folder = path("elsewhere");
    QVERIFY(QDir().mkpath(folder));
    writeFile(folder + "/adapter_config.json",
        R"({"peft_type": "LORA", "r": 4, "lora_alpha": 8, "base_model_name_or_path": "/nowhere/llama"})");
    const QString nowhere = errorOf({folder.toStdString(), file});
    QVERIFY2(
        nowhere.contains("/nowhere/llama/config.json is not there: name its folder by --base"), qPrintable(nowhere));
    const QString other = errorOf({adapterFolder("llama"), file, std::nullopt, baseFolder("phi3")});
    QVERIFY2(other.contains("The adapter has the tensor"), qPrintable(other));
    const QString narrow = errorOf({adapterFolder("llama"), file, GgufType::Q8_0, baseFolder("llama")});
    QVERIFY2(narrow.contains("too narrow"), qPrintable(narrow));
}

QTEST_GUILESS_MAIN(TestGgufExport)

#include "tst_ggufexport.moc"
