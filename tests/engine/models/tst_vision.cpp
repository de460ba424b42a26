#include "engine/models/images/mnistnet.h"
#include "engine/models/images/resnet.h"
#include "engine/models/images/visiontransformer.h"
#include "engine/models/layers/initialise.h"
#include "tests/fixtures/patterned.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace motley;

class TestVision : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void computesAsTorchvisionDoes_data();
    void computesAsTorchvisionDoes();
    void hasThePublishedSizes();
    void startsFromTheSeedAlone();
};

namespace {

std::shared_ptr<ImageModel> makeModel(const QString &name)
{
    if (name == "vit") {
        VisionTransformerShape shape;
        shape.image = 32;
        shape.patch = 8;
        shape.layers = 3;
        shape.heads = 4;
        shape.width = 64;
        shape.hidden = 128;
        shape.classes = 10;
        return std::make_shared<VisionTransformer>(shape);
    }
    if (name == "mnistnet") {
        ImageModelConfig config;
        config.channels = 3;
        config.height = config.width = 28;
        config.classes = 10;
        return std::make_shared<MnistNet>(config);
    }
    ResNetShape shape = name == "resnet50" ? resNet50() : resNet18();
    shape.classes = 10;
    return std::make_shared<ResNet>(shape);
}

at::Tensor together(const std::vector<at::Tensor> &tensors)
{
    std::vector<at::Tensor> flat;
    for (const at::Tensor &tensor : tensors)
        flat.push_back(tensor.flatten());
    return at::cat(flat);
}

std::int64_t parametersOf(const torch::nn::Module &model)
{
    std::int64_t count = 0;
    for (const at::Tensor &parameter : model.parameters())
        count += parameter.numel();
    return count;
}

bool near(double value, double wanted)
{
    return std::abs(value - wanted) <= 2e-4 * std::max(1.0, std::abs(wanted));
}

} // namespace

void TestVision::computesAsTorchvisionDoes_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"resnet18", "resnet50", "vit", "mnistnet"})
        QTest::addRow("%s", name) << QString(name);
}

// Compares with numbers that tests/reference/vision.py computed. Parameters are filled by name, so names are tested
// too.
void TestVision::computesAsTorchvisionDoes()
{
    QFETCH(QString, name);
    QFile file(QStringLiteral(MOTLEY_TESTS "/fixtures/vision.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject expected = QJsonDocument::fromJson(file.readAll()).object()[name].toObject();
    const auto model = makeModel(name);
    QCOMPARE(parametersOf(*model), expected["parameters"].toInt());
    fillWithPattern(*model);
    const int side = expected["side"].toInt();
    const at::Tensor images = pattern(std::int64_t(2) * 3 * side * side, 9999).view({2, 3, side, side});

    model->eval();
    {
        const torch::NoGradGuard noGradients;
        const at::Tensor answers = model->forward(images).flatten();
        for (std::int64_t i = 0; i < answers.numel(); ++i)
            QVERIFY(near(answers[i].item<double>(), expected["answers"].toArray()[int(i)].toDouble()));
    }

    model->train();
    const at::Tensor loss
        = at::cross_entropy_loss(model->forward(images), torch::tensor({3, 7}), {}, at::Reduction::Sum);
    QVERIFY(near(loss.item<double>(), expected["loss"].toDouble()));
    loss.backward();
    double squares = 0;
    for (const at::Tensor &parameter : model->parameters())
        squares += parameter.grad().to(at::kDouble).square().sum().item<double>();
    QVERIFY(near(std::sqrt(squares), expected["gradientNorm"].toDouble()));
}

void TestVision::hasThePublishedSizes()
{
    QCOMPARE(parametersOf(ResNet(resNet18())), 11'689'512);
    QCOMPARE(parametersOf(ResNet(resNet50())), 25'557'032);
    QCOMPARE(parametersOf(VisionTransformer(VisionTransformerShape())), 86'567'656);
    VisionTransformerShape small; // Touvron et al. 2021
    small.heads = 6;
    small.width = 384;
    small.hidden = 1536;
    QCOMPARE(parametersOf(VisionTransformer(small)), 22'050'664);
}

void TestVision::startsFromTheSeedAlone()
{
    const auto fresh = [](std::uint64_t seed) {
        const auto model = makeModel("vit");
        initialiseTransformer(*model, seed);
        return together(model->parameters());
    };
    const at::Tensor first = fresh(1);
    torch::rand({3}); // moves torch's own generator
    QVERIFY(at::equal(first, fresh(1)));
    QVERIFY(!at::equal(first, fresh(2)));
    QVERIFY(first.isfinite().all().item<bool>());
}

QTEST_GUILESS_MAIN(TestVision)
#include "tst_vision.moc"
