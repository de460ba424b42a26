#include "engine/formats/checkpointmanifest.h"
#include "engine/formats/safetensorsheader.h"
#include "engine/job/tasks/taskkind.h"
#include "engine/models/images/imagemodel.h"
#include "engine/models/images/imagemodelfolder.h"
#include "engine/models/layers/syncbatchnorm.h"
#include "engine/tensorfiles/modelfolder.h"
#include "engine/tensorfiles/safetensors.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

class TestImageModels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void startsFromTheSeedAlone();
    void keepsTensorsInAFile();
    void refusesHostileHeaders_data();
    void refusesHostileHeaders();
    void takesHeadersThatItsOwnLibraryTakes_data();
    void takesHeadersThatItsOwnLibraryTakes();
    void refusesHostileFiles_data();
    void refusesHostileFiles();
    void refusesAModelThatDoesNotFitItsConfig();
    void keepsAManifestInsideItsFolder();
    void saysHowOftenTheyNormalise();
    void normalisesAsTorchDoes_data();
    void normalisesAsTorchDoes();
    void losesTheSumOfItsRanks();

private:
    QTemporaryDir m_folder;
};

void TestImageModels::startsFromTheSeedAlone()
{
    for (const auto kind : {ImageModelSpec::Kind::SmallCnn, ImageModelSpec::Kind::ResNet18}) {
        ImageModelConfig config;
        config.model = {kind, 8};
        const auto state = stateDict(*makeImageModel(config, 1));
        torch::rand({3}); // moves torch's own generator
        const auto again = stateDict(*makeImageModel(config, 1));
        const auto other = stateDict(*makeImageModel(config, 2));
        QCOMPARE(again.size(), state.size());
        for (std::size_t i = 0; i < state.size(); ++i)
            QVERIFY(at::equal(state[i].tensor, again[i].tensor));
        QVERIFY(!at::equal(state[0].tensor, other[0].tensor));
    }
}

void TestImageModels::keepsTensorsInAFile()
{
    const std::string path = m_folder.filePath("t.safetensors").toStdString();
    const NamedTensors written{{"a.weight", torch::randn({3, 4})}, {"none", torch::zeros({0, 5})},
        {"scalar", torch::tensor(7.5)}, {"whole", torch::arange(6)}, {"exact", torch::randn({2}, at::kDouble)}};
    QVERIFY(writeSafetensors(path, written));
    QCOMPARE(QFile(QString::fromStdString(path)).size(), safetensorsBytes(written));
    const auto read = readSafetensors(path);
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QCOMPARE(read->size(), written.size());
    NamedTensors target;
    for (const auto &item : written)
        target.push_back({item.name, at::zeros_like(item.tensor)});
    QVERIFY(copyInto(target, *read));
    for (std::size_t i = 0; i < written.size(); ++i)
        QVERIFY(at::equal(target[i].tensor, written[i].tensor));
}

void TestImageModels::refusesHostileHeaders_data()
{
    QTest::addColumn<QByteArray>("header");
    const auto entry = [](const char *dtype, const char *shape, const char *offsets) {
        return QByteArray("{\"a\":{\"dtype\":\"") + dtype + "\",\"shape\":" + shape + ",\"data_offsets\":" + offsets
            + "}}";
    };
    QTest::addRow("nothing") << QByteArray();
    QTest::addRow("no JSON") << QByteArray("{\"a\":");
    QTest::addRow("a list") << QByteArray("[]");
    QTest::addRow("deep") << QByteArray(100000, '[');
    const QByteArray good = entry("F32", "[4]", "[0,16]");
    const QByteArray rest = good.mid(1);
    const QByteArray abyss = QByteArray(100000, '[') + QByteArray(100000, ']');
    QTest::addRow("deep and whole") << abyss;
    QTest::addRow("a deep tensor") << "{\"a\":" + abyss + '}';
    QTest::addRow("deep objects") << "{\"a\":" + QByteArray("{\"b\":").repeated(50000) + '1' + QByteArray(50001, '}');
    QTest::addRow("deep metadata") << "{\"__metadata__\":" + abyss + ',' + rest;
    QTest::addRow("numbers as metadata") << "{\"__metadata__\":{\"n\":1}," + rest;
    QTest::addRow("a list as metadata") << "{\"__metadata__\":[]," + rest;
    QTest::addRow("zero bytes behind it") << good + QByteArray(3, '\0');
    QTest::addRow("a mark of byte order") << "\xef\xbb\xbf" + good;
    QTest::addRow("unknown type") << entry("F8", "[4]", "[0,16]");
    QTest::addRow("negative size") << entry("F32", "[-4]", "[0,16]");
    QTest::addRow("size as text") << entry("F32", "[\"4\"]", "[0,16]");
    QTest::addRow("size with a fraction") << entry("F32", "[4.0]", "[0,16]");
    QTest::addRow("overflowing shape") << entry("F32", "[4294967296,4294967296,4294967296]", "[0,16]");
    QTest::addRow("overflow to the right size") << entry("F32", "[4611686018427387908]", "[0,16]");
    QTest::addRow("overflow behind a zero") << entry("F32", "[0,4611686018427387904,8]", "[0,0]");
    QTest::addRow("size above 2^63") << entry("F32", "[18446744073709551615]", "[0,16]");
    QTest::addRow("too many dimensions") << entry("F32", "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,4]", "[0,16]");
    QTest::addRow("beyond the file") << entry("F32", "[8]", "[0,32]");
    QTest::addRow("offsets swapped") << entry("F32", "[4]", "[16,0]");
    QTest::addRow("offsets do not fit the shape") << entry("F32", "[3]", "[0,16]");
    QTest::addRow("a gap at the start") << entry("F32", "[3]", "[4,16]");
    QTest::addRow("bytes left over") << entry("F32", "[3]", "[0,12]");
    QTest::addRow("a name of a megabyte") << "{\"" + QByteArray(1 << 20, 'n') + "\":1}";
    QTest::addRow("another field") << QByteArray(
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16],\"x\":1}}");
    QTest::addRow("overlap") << QByteArray("{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]},"
                                           "\"b\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8,16]}}");
}

void TestImageModels::refusesHostileHeaders()
{
    QFETCH(QByteArray, header);
    const auto entries = parseSafetensorsHeader({header.constData(), std::size_t(header.size())}, 16);
    QVERIFY(!entries);
    QVERIFY(!entries.error().message.empty());
    QVERIFY(entries.error().message.size() < 1000);
}

void TestImageModels::takesHeadersThatItsOwnLibraryTakes_data()
{
    QTest::addColumn<QByteArray>("header");
    const QByteArray rest = "\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]}}";
    QTest::addRow("metadata") << "{\"__metadata__\":{\"format\":\"pt\"}," + rest;
    QTest::addRow("no metadata") << "{\"__metadata__\":null," + rest;
    QTest::addRow("spaces around it") << " \n{" + rest + "   \n";
    QTest::addRow("brackets in a name") << "{\"__metadata__\":{\"[[[[\\\"{{{{\":\"[[[[[\"}," + rest;
}

void TestImageModels::takesHeadersThatItsOwnLibraryTakes()
{
    QFETCH(QByteArray, header);
    const auto entries = parseSafetensorsHeader({header.constData(), std::size_t(header.size())}, 16);
    QVERIFY2(entries, entries ? "" : entries.error().message.c_str());
    QCOMPARE(entries->size(), std::size_t(1));
}

void TestImageModels::refusesHostileFiles_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addRow("empty") << QByteArray();
    QTest::addRow("shorter than the length") << QByteArray(5, '\0');
    QTest::addRow("header of 2^64 - 1 bytes") << QByteArray(8, '\xff');
    QTest::addRow("header above 100 MB") << QByteArray("\x01\xe1\xf5\x05\0\0\0\0", 8);
    QTest::addRow("header longer than the file") << QByteArray("\x10\0\0\0\0\0\0\0{}", 10);
}

void TestImageModels::refusesHostileFiles()
{
    QFETCH(QByteArray, bytes);
    QFile file(m_folder.filePath("hostile.safetensors"));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(bytes);
    file.close();
    const auto read = readSafetensors(file.fileName().toStdString());
    QVERIFY(!read);
    QVERIFY(read.error().message.find(file.fileName().toStdString()) != std::string::npos);
}

void TestImageModels::refusesAModelThatDoesNotFitItsConfig()
{
    ImageModelConfig config;
    config.model.width = 4;
    const auto model = makeImageModel(config, 1);
    const std::string folder = m_folder.filePath("model").toStdString();
    QVERIFY(writeModelFolder(folder, *model, toJson(config)));
    const auto stored = readImageModelFolder(folder);
    QVERIFY(stored);
    QVERIFY(stored->config == config);
    QVERIFY(at::equal(stateDict(*stored->model)[0].tensor, stateDict(*model)[0].tensor));
    config.model.width = 8;
    QVERIFY(writeModelFolder(folder, *model, toJson(config)));
    QVERIFY(!readImageModelFolder(folder));
}

void TestImageModels::keepsAManifestInsideItsFolder()
{
    const std::string hash(64, '0');
    QVERIFY(parseCheckpointManifest(toJson(CheckpointManifest{{{"model.safetensors", 5, hash}}})));
    for (const char *name : {"", ".", "..", "../job.json", "/etc/passwd", "a/b"})
        QVERIFY(!parseCheckpointManifest(toJson(CheckpointManifest{{{name, 5, hash}}})));
    QVERIFY(!parseCheckpointManifest(toJson(CheckpointManifest{{{"a", 5, "abc"}}})));
    QVERIFY(!parseCheckpointManifest(toJson(CheckpointManifest{{{"a", -1, hash}}})));
}

// The planner counts exchanges and cuts shares by it.
void TestImageModels::saysHowOftenTheyNormalise()
{
    using Kind = ImageModelSpec::Kind;
    for (const Kind kind : {Kind::SmallCnn, Kind::MnistNet, Kind::ResNet18, Kind::ResNet50, Kind::VisionTransformer}) {
        ImageModelConfig config;
        config.model = {kind, 8};
        int found = 0;
        for (const auto &module : makeImageModel(config, 1)->modules())
            found += dynamic_cast<const SyncBatchNorm *>(module.get()) ? 1 : 0;
        QCOMPARE(batchNormsOf(ImageSpec{config.model, {}}), found);
        QCOMPARE(found > 0, kind == Kind::ResNet18 || kind == Kind::ResNet50);
    }
    QCOMPARE(batchNormsOf(LanguageModelSpec()), 0);
}

void TestImageModels::normalisesAsTorchDoes_data()
{
    QTest::addColumn<QString>("layout");
    for (const char *layout : {"plain", "channels last", "neither"})
        QTest::addRow("%s", layout) << QString::fromLatin1(layout);
}

// Compares our own backward pass with ATen's. tst_splits tests ranks with parts of a batch.
void TestImageModels::normalisesAsTorchDoes()
{
    QFETCH(QString, layout);
    at::Tensor input = torch::randn({6, 3, 4, 4}) * 3 + 5;
    if (layout == "channels last")
        input = input.contiguous(at::MemoryFormat::ChannelsLast);
    else if (layout == "neither")
        input = input.transpose(2, 3);
    const at::Tensor weights = torch::randn({6, 3, 4, 4});
    const auto reference = std::make_shared<SyncBatchNorm>(3);
    const at::Tensor whole = input.clone().requires_grad_();
    (reference->forward(whole) * weights).sum().backward();

    const auto layer = std::make_shared<SyncBatchNorm>(3);
    shareStatistics(*layer, [](at::Tensor &) {}); // there is one rank, so its sums are those of all ranks
    const at::Tensor same = input.clone().requires_grad_();
    (layer->forward(same) * weights).sum().backward();
    QVERIFY(at::allclose(whole.grad(), same.grad(), 1e-4, 1e-5));
    for (std::size_t i = 0; i < reference->parameters().size(); ++i)
        QVERIFY(at::allclose(reference->parameters()[i].grad(), layer->parameters()[i].grad(), 1e-4, 1e-4));
    for (std::size_t i = 0; i < reference->buffers().size(); ++i)
        QVERIFY(at::allclose(reference->buffers()[i], layer->buffers()[i], 1e-4, 1e-5));
}

// The graph of a step may outlive the group of ranks whose sum it would call.
void TestImageModels::losesTheSumOfItsRanks()
{
    const auto layer = std::make_shared<SyncBatchNorm>(3);
    int sums = 0;
    shareStatistics(*layer, [&](at::Tensor &) { ++sums; });
    const at::Tensor left = layer->forward(torch::randn({6, 3, 4, 4})).sum();
    shareStatistics(*layer, {});
    QVERIFY_THROWS_EXCEPTION(std::exception, left.backward());
    layer->forward(torch::randn({6, 3, 4, 4})).sum().backward();
    QCOMPARE(sums, 1);
}

QTEST_GUILESS_MAIN(TestImageModels)
#include "tst_imagemodels.moc"
