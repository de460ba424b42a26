#include "engine/models/imagemodel.h"
#include "engine/models/modelfolder.h"
#include "engine/models/safetensors.h"
#include "engine/models/syncbatchnorm.h"
#include "engine/optim/gradientnorm.h"
#include "engine/optim/learningrate.h"
#include "engine/optim/optimizer.h"
#include "engine/protocol/checkpointmanifest.h"
#include "engine/protocol/safetensorsheader.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace motley;

class TestModels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void startsFromTheSeedAlone();
    void keepsTensorsInAFile();
    void refusesHostileHeaders_data();
    void refusesHostileHeaders();
    void refusesHostileFiles_data();
    void refusesHostileFiles();
    void refusesAModelThatDoesNotFitItsConfig();
    void keepsAManifestInsideItsFolder();
    void schedules_data();
    void schedules();
    void normalisesAsTorchDoes();
    void updatesAsTorchDoes_data();
    void updatesAsTorchDoes();
    void clipsTheWholeGradient();
    void measuresLargeGradientsExactly();

private:
    QTemporaryDir m_folder;
};

void TestModels::startsFromTheSeedAlone()
{
    for (const auto kind : {ModelSpec::Kind::SmallCnn, ModelSpec::Kind::ResNet18}) {
        ModelConfig config;
        config.model = {kind, 8};
        const auto state = stateOf(*makeImageModel(config, 1));
        torch::rand({3}); // moves torch's own generator
        const auto again = stateOf(*makeImageModel(config, 1));
        const auto other = stateOf(*makeImageModel(config, 2));
        QCOMPARE(again.size(), state.size());
        for (std::size_t i = 0; i < state.size(); ++i)
            QVERIFY(at::equal(state[i].tensor, again[i].tensor));
        QVERIFY(!at::equal(state[0].tensor, other[0].tensor));
    }
}

void TestModels::keepsTensorsInAFile()
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

void TestModels::refusesHostileHeaders_data()
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
    QTest::addRow("another field") << QByteArray(
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16],\"x\":1}}");
    QTest::addRow("overlap") << QByteArray("{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]},"
                                           "\"b\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8,16]}}");
}

void TestModels::refusesHostileHeaders()
{
    QFETCH(QByteArray, header);
    const auto entries = parseSafetensorsHeader({header.constData(), std::size_t(header.size())}, 16);
    QVERIFY(!entries);
    QVERIFY(!entries.error().message.empty());
}

void TestModels::refusesHostileFiles_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addRow("empty") << QByteArray();
    QTest::addRow("shorter than the length") << QByteArray(5, '\0');
    QTest::addRow("header of 2^64 - 1 bytes") << QByteArray(8, '\xff');
    QTest::addRow("header above 100 MB") << QByteArray("\x01\xe1\xf5\x05\0\0\0\0", 8);
    QTest::addRow("header longer than the file") << QByteArray("\x10\0\0\0\0\0\0\0{}", 10);
}

void TestModels::refusesHostileFiles()
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

void TestModels::refusesAModelThatDoesNotFitItsConfig()
{
    ModelConfig config;
    config.model.width = 4;
    const auto model = makeImageModel(config, 1);
    const std::string folder = m_folder.filePath("model").toStdString();
    QVERIFY(writeModelFolder(folder, *model, toJson(config)));
    const auto stored = readModelFolder(folder);
    QVERIFY(stored);
    QVERIFY(stored->config == config);
    QVERIFY(at::equal(stateOf(*stored->model)[0].tensor, stateOf(*model)[0].tensor));
    config.model.width = 8;
    QVERIFY(writeModelFolder(folder, *model, toJson(config)));
    QVERIFY(!readModelFolder(folder));
}

void TestModels::keepsAManifestInsideItsFolder()
{
    const std::string hash(64, '0');
    QVERIFY(parseCheckpointManifest(toJson(CheckpointManifest{{{"model.safetensors", 5, hash}}})));
    for (const char *name : {"", ".", "..", "../job.json", "/etc/passwd", "a/b"})
        QVERIFY(!parseCheckpointManifest(toJson(CheckpointManifest{{{name, 5, hash}}})));
    QVERIFY(!parseCheckpointManifest(toJson(CheckpointManifest{{{"a", 5, "abc"}}})));
    QVERIFY(!parseCheckpointManifest(toJson(CheckpointManifest{{{"a", -1, hash}}})));
}

void TestModels::schedules_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("step");
    QTest::addColumn<double>("rate");
    const int constant = int(ScheduleSpec::Kind::Constant);
    const int stairs = int(ScheduleSpec::Kind::Step);
    const int cosine = int(ScheduleSpec::Kind::Cosine);
    // Peak 1, warm-up 10, 20 steps an epoch, stairs of 2 epochs to a half, 110 steps in all, down to a tenth.
    for (const int kind : {constant, stairs, cosine}) {
        QTest::addRow("%d first", kind) << kind << 1 << 0.1;
        QTest::addRow("%d middle of the warm-up", kind) << kind << 5 << 0.5;
        QTest::addRow("%d peak", kind) << kind << 10 << 1.0;
    }
    QTest::addRow("constant end") << constant << 110 << 1.0;
    QTest::addRow("last step before the stair") << stairs << 40 << 1.0;
    QTest::addRow("first step after the stair") << stairs << 41 << 0.5;
    QTest::addRow("second stair") << stairs << 81 << 0.25;
    QTest::addRow("half of the cosine") << cosine << 60 << 0.55;
    QTest::addRow("end of the cosine") << cosine << 110 << 0.1;
    QTest::addRow("beyond the end") << cosine << 500 << 0.1;
}

void TestModels::schedules()
{
    QFETCH(int, kind);
    QFETCH(int, step);
    QFETCH(double, rate);
    ScheduleSpec schedule;
    schedule.kind = ScheduleSpec::Kind(kind);
    schedule.peak = 1;
    schedule.warmupSteps = 10;
    schedule.stepFactor = 0.5;
    schedule.stepEpochs = 2;
    schedule.finalFraction = 0.1;
    QVERIFY(std::abs(LearningRate{schedule, 20, 110}.at(step) - rate) < 1e-12);
}

// Our own backward pass against ATen's. That ranks with parts of a batch give the whole is what tst_splits shows.
void TestModels::normalisesAsTorchDoes()
{
    const at::Tensor input = torch::randn({6, 3, 4, 4}) * 3 + 5;
    const at::Tensor weights = torch::randn({6, 3, 4, 4});
    const auto reference = std::make_shared<SyncBatchNorm>(3);
    const at::Tensor whole = input.clone().requires_grad_();
    (reference->forward(whole) * weights).sum().backward();

    const auto layer = std::make_shared<SyncBatchNorm>(3);
    shareStatistics(*layer, [](at::Tensor &) {}); // "all ranks" are this one: the sums are whole as they are
    const at::Tensor same = input.clone().requires_grad_();
    (layer->forward(same) * weights).sum().backward();
    QVERIFY(at::allclose(whole.grad(), same.grad(), 1e-4, 1e-5));
    for (std::size_t i = 0; i < reference->parameters().size(); ++i)
        QVERIFY(at::allclose(reference->parameters()[i].grad(), layer->parameters()[i].grad(), 1e-4, 1e-4));
    for (std::size_t i = 0; i < reference->buffers().size(); ++i)
        QVERIFY(at::allclose(reference->buffers()[i], layer->buffers()[i], 1e-4, 1e-5));
}

void TestModels::updatesAsTorchDoes_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"sgd", "momentum", "nesterov", "adamw"})
        QTest::addRow("%s", name) << name;
}

void TestModels::updatesAsTorchDoes()
{
    QFETCH(QString, name);
    OptimizerSpec spec;
    spec.kind = name == "adamw" ? OptimizerSpec::Kind::AdamW : OptimizerSpec::Kind::Sgd;
    spec.momentum = name == "sgd" ? 0 : 0.9;
    spec.nesterov = name == "nesterov";
    spec.weightDecay = 0.01;
    at::Tensor ours = torch::randn({37}).requires_grad_();
    at::Tensor theirs = ours.detach().clone().requires_grad_();
    Optimizer optimizer(spec, {{"p", ours}});
    std::unique_ptr<torch::optim::Optimizer> reference;
    if (name == "adamw")
        reference = std::make_unique<torch::optim::AdamW>(
            std::vector<at::Tensor>{theirs}, torch::optim::AdamWOptions(0.05).weight_decay(0.01));
    else
        reference = std::make_unique<torch::optim::SGD>(std::vector<at::Tensor>{theirs},
            torch::optim::SGDOptions(0.05).momentum(spec.momentum).nesterov(spec.nesterov).weight_decay(0.01));
    for (int i = 0; i < 5; ++i) {
        const at::Tensor gradient = torch::randn({37});
        ours.mutable_grad() = gradient.clone();
        theirs.mutable_grad() = gradient.clone();
        optimizer.step(0.05);
        reference->step();
    }
    QVERIFY(at::allclose(ours, theirs, 1e-5, 1e-6));
}

void TestModels::clipsTheWholeGradient()
{
    std::vector<at::Tensor> parameters{torch::zeros({2}, at::requires_grad()), torch::zeros({1}, at::requires_grad())};
    parameters[0].mutable_grad() = torch::tensor({2.0f, 3.0f});
    parameters[1].mutable_grad() = torch::tensor({6.0f});
    QVERIFY(std::abs(gradientNorm(parameters) - 7) < 1e-6);
    clipGradients(parameters, 7, 10);
    QVERIFY(std::abs(gradientNorm(parameters) - 7) < 1e-6);
    clipGradients(parameters, 7, 1);
    QVERIFY(std::abs(gradientNorm(parameters) - 1) < 1e-6);
}

void TestModels::measuresLargeGradientsExactly()
{
    at::Tensor gradient = torch::randn({3000, 1001}) * 1e-4;
    gradient.narrow(0, 0, 20).mul_(1000);
    const at::Tensor parameter = torch::zeros_like(gradient, at::requires_grad());
    parameter.mutable_grad() = gradient;
    const double exact = gradient.to(at::kDouble).norm().item<double>();
    QVERIFY(std::abs(gradientNorm({parameter}) / exact - 1) < 1e-6);
}

QTEST_GUILESS_MAIN(TestModels)
#include "tst_models.moc"
