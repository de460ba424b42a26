// The loss of a language model in chunks of its tokens is that of the whole matrix of logits, in little memory.
#include "engine/device/devicememory.h"
#include "engine/device/mixedprecision.h"
#include "engine/models/causal/chunkedloss.h"
#include "engine/models/decoder/decoderfiles.h"
#include "engine/models/layers/tokenlosses.h"

#include <torch/types.h>

#include <QDir>
#include <QTest>

#include <functional>

using namespace motley;

namespace {

constexpr std::int64_t words = 37;
constexpr std::int64_t size = 8;

double apart(const at::Tensor &found, const at::Tensor &expected)
{
    return ((found.to(at::kDouble) - expected.to(at::kDouble)).abs().max() / expected.abs().max().to(at::kDouble))
        .item<double>();
}

at::Tensor someLabels(const std::vector<std::int64_t> &shape)
{
    const at::Tensor labels = torch::randint(0, words, shape);
    labels.view(-1).slice(0, 1, std::nullopt, 4).fill_(noLabel);
    return labels;
}

} // namespace

class TestChunkedLoss : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { torch::manual_seed(5); }
    void isThatOfTheWholeMatrix_data();
    void isThatOfTheWholeMatrix();
    void computesIn16Bits();
    void isTheSameInEachFamily_data();
    void isTheSameInEachFamily();
    void learnsNothingFromTokensWithoutLabels();
    void takesOneBackwardPass();
    void holdsFewLogits_data();
    void holdsFewLogits();
};

void TestChunkedLoss::isThatOfTheWholeMatrix_data()
{
    QTest::addColumn<double>("divisor");
    QTest::addColumn<double>("cap");
    QTest::addColumn<bool>("learns");
    QTest::addColumn<bool>("isAdapted");
    for (const double divisor : {1.0, 6.0})
        for (const double cap : {0.0, 3.0})
            for (const bool learns : {false, true})
                for (const bool isAdapted : {false, true})
                    QTest::addRow("%s%s%s%s", learns ? "trained" : "frozen", divisor == 1 ? "" : ", divided",
                        cap > 0 ? ", capped" : "", isAdapted ? ", adapter" : "")
                        << divisor << cap << learns << isAdapted;
}

void TestChunkedLoss::isThatOfTheWholeMatrix()
{
    QFETCH(double, divisor);
    QFETCH(double, cap);
    QFETCH(bool, learns);
    QFETCH(bool, isAdapted);
    const at::Tensor labels = someLabels({3, 7});
    const std::vector<at::Tensor> values{
        torch::randn({3, 7, size}), torch::randn({words, size}), torch::randn({3, 7, 2}), torch::randn({words, 2})};
    const auto run = [&](std::int64_t most) {
        std::vector<at::Tensor> leaves;
        for (std::size_t i = 0; i < values.size(); ++i)
            leaves.push_back(values[i].clone().requires_grad_(i != 1 || learns));
        OutputHead head{{{leaves[0], leaves[1]}}, divisor, cap};
        if (isAdapted)
            head.products.push_back({leaves[2], leaves[3]});
        const at::Tensor loss = summedWordLoss(head, labels, most);
        (loss * 0.25).backward();
        std::vector<at::Tensor> found{loss.detach()};
        for (const at::Tensor &leaf : leaves)
            found.push_back(leaf.grad());
        return found;
    };
    const auto whole = run(mostLogits);
    for (const std::int64_t most : {std::int64_t(1), 3 * words, 4 * 5 * words}) {
        const auto chunked = run(most);
        for (std::size_t i = 0; i < whole.size(); ++i) {
            const bool isLearned = i == 0 || (i == 2 ? learns : i == 1 || isAdapted);
            QCOMPARE(whole[i].defined(), isLearned);
            QCOMPARE(chunked[i].defined(), isLearned);
            QVERIFY2(!isLearned || apart(chunked[i], whole[i]) < 1e-6, qPrintable(QString::number(i)));
        }
    }
    const torch::NoGradGuard noGradients;
    const OutputHead head{{{values[0], values[1]}}, divisor, cap};
    QVERIFY(apart(summedWordLoss(head, labels, words), summedWordLoss(head, labels)) < 1e-6);
    const at::Tensor rows = logitsOf(head).flatten(0, 1);
    const at::Tensor expected = at::cross_entropy_loss(rows, labels.flatten(), {}, at::Reduction::Sum, noLabel);
    QVERIFY(apart(summedWordLoss(head, labels, words), expected) < 1e-6);
}

// Of a model in 16 bits with an adapter in 32, and of one in 32 under autocast.
void TestChunkedLoss::computesIn16Bits()
{
    const at::Tensor labels = someLabels({40});
    const at::Tensor hidden = torch::randn({40, size}), weight = torch::randn({words, size});
    const auto run = [&](at::ScalarType type, bool low, std::int64_t most) {
        const at::Tensor x = hidden.clone().to(type).requires_grad_(), matrix = weight.clone().requires_grad_();
        const MixedPrecision precision({low ? PrecisionSpec::Kind::BFloat16 : PrecisionSpec::Kind::Float32}, at::kCPU);
        const at::Tensor loss = summedWordLoss({{{x, matrix}}}, labels, most);
        loss.backward();
        return std::vector<at::Tensor>{loss.detach(), x.grad(), matrix.grad()};
    };
    const auto expected = run(at::kFloat, false, mostLogits);
    for (const auto &[type, low] : {std::pair(at::kBFloat16, false), std::pair(at::kFloat, true)}) {
        const auto found = run(type, low, 9 * words);
        QCOMPARE(found[0].scalar_type(), at::kFloat);
        QCOMPARE(found[1].scalar_type(), type);
        QCOMPARE(found[2].scalar_type(), at::kFloat);
        QVERIFY(apart(found[0], expected[0]) < 1e-2);
        for (std::size_t i = 1; i < expected.size(); ++i)
            QVERIFY(apart(found[i], expected[i]) < 3e-2);
    }
}

void TestChunkedLoss::isTheSameInEachFamily_data()
{
    QTest::addColumn<QString>("folder");
    for (const QFileInfo &folder :
        QDir(MOTLEY_TESTS "/fixtures/decoders").entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot))
        QTest::addRow("%s", qPrintable(folder.fileName())) << folder.filePath();
}

void TestChunkedLoss::isTheSameInEachFamily()
{
    QFETCH(QString, folder);
    const auto opened = readDecoderFolder(folder.toStdString());
    QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
    Decoder &model = *opened->model;
    const at::Tensor ids = torch::randint(0, model.vocabulary(), {2, 12});
    const at::Tensor labels = ids.clone();
    labels.slice(1, 3, 6).fill_(noLabel);
    const auto run = [&](const std::function<at::Tensor(const at::Tensor &)> &lossOf) {
        model.zero_grad();
        const at::Tensor loss = lossOf(model.forward(ids));
        loss.backward();
        std::vector<at::Tensor> found{loss.detach()};
        for (const NamedTensor &item : parametersOf(model))
            found.push_back(item.tensor.grad().clone());
        return found;
    };
    const auto whole = run([&](const at::Tensor &hidden) { return summedLabelLoss(model.predict(hidden), labels); });
    const auto chunked = run(
        [&](const at::Tensor &hidden) { return summedWordLoss(model.head(hidden), labels, 5 * model.vocabulary()); });
    const at::Tensor none = ids.slice(0, 0, 0); // as of a rank without samples
    QCOMPARE(summedWordLoss(model.head(model.forwardTexts(none, none)), none).item<double>(), 0.0);
    double largest = 0;
    for (std::size_t i = 1; i < whole.size(); ++i)
        largest = std::max(largest, whole[i].abs().max().item<double>());
    QVERIFY(apart(chunked[0], whole[0]) < 1e-6);
    for (std::size_t i = 1; i < whole.size(); ++i) {
        const double difference = (chunked[i] - whole[i]).abs().max().item<double>() / largest;
        QVERIFY2(difference < 1e-6, qPrintable(QString("%1: %2").arg(i).arg(difference)));
    }
}

void TestChunkedLoss::learnsNothingFromTokensWithoutLabels()
{
    const at::Tensor hidden = torch::randn({6, size}).requires_grad_(), weight = torch::randn({words, size});
    const at::Tensor labels = at::full({6}, noLabel, at::kLong);
    const at::Tensor nothing = summedWordLoss({{{hidden, weight}}}, labels, words);
    QCOMPARE(nothing.item<double>(), 0.0);
    nothing.backward();
    QVERIFY(!hidden.grad().any().item<bool>());
    labels[2] = labels[4] = 3;
    summedWordLoss({{{hidden, weight}}}, labels, words).backward();
    QVERIFY(at::equal(hidden.grad().abs().sum(1).gt(0), labels.ne(noLabel)));
}

void TestChunkedLoss::takesOneBackwardPass()
{
    const at::Tensor hidden = torch::randn({6, size}).requires_grad_(), weight = torch::randn({words, size});
    const at::Tensor loss = summedWordLoss({{{hidden, weight}}}, at::zeros({6}, at::kLong), words);
    loss.backward({}, /*retain_graph=*/true);
    QVERIFY_THROWS_EXCEPTION(c10::Error, loss.backward());
}

void TestChunkedLoss::holdsFewLogits_data()
{
    QTest::addColumn<double>("cap");
    QTest::addColumn<bool>("learns");
    QTest::addRow("frozen") << 0.0 << false;
    QTest::addRow("trained") << 0.0 << true;
    QTest::addRow("capped") << 30.0 << false;
}

// 1,024 tokens of 151,936 words would take 594 MiB.
void TestChunkedLoss::holdsFewLogits()
{
    QFETCH(double, cap);
    QFETCH(bool, learns);
    countMemory(at::kCPU);
    constexpr std::int64_t many = 151936, mebibyte = 1 << 20;
    const at::Tensor hidden = torch::randn({1024, size}).requires_grad_();
    const at::Tensor weight = torch::randn({many, size}).requires_grad_(learns);
    const at::Tensor labels = torch::randint(0, many, {1024});
    const OutputHead head{{{hidden, weight}}, 1, cap};
    const std::int64_t before = usedMemory(at::kCPU);
    restartPeak(at::kCPU);
    summedWordLoss(head, labels).backward();
    const std::int64_t gradients = many * size * std::int64_t(sizeof(float)) * (learns ? 1 : 0);
    const std::int64_t held = peakMemory(at::kCPU) - before - gradients;
    qInfo("%.1f MiB beside the gradient", double(held) / mebibyte);
    QVERIFY(held <= 129 * mebibyte);
    QCOMPARE(bytesOfLogits(head, 1024), many * 4096 * (cap > 0 ? 4 : 1));
    QVERIFY(mostBytesOfLogits(head) <= 128 * mebibyte);
    QVERIFY(std::abs(double(held) / double(mostBytesOfLogits(head)) - 1) < 0.05);
}

QTEST_GUILESS_MAIN(TestChunkedLoss)
#include "tst_chunkedloss.moc"
