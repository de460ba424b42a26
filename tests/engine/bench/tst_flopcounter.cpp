// Counted operations against numbers that were counted by hand.
#include "engine/bench/flopcounter.h"

#include <QTest>
#include <torch/torch.h>

#include <functional>

using namespace motley;

namespace {

at::Tensor parameter(std::vector<std::int64_t> sizes)
{
    return torch::randn(sizes).requires_grad_();
}

double countOf(const std::function<at::Tensor()> &forward, bool backward)
{
    const FlopCounter counter;
    const at::Tensor result = forward();
    if (backward)
        result.sum().backward();
    return counter.operations();
}

} // namespace

class FlopCounterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsAsByHand_data();
    void countsAsByHand();
    void countsNothingElse();
    void beginsAnewAndEnds();
};

void FlopCounterTest::countsAsByHand_data()
{
    QTest::addColumn<std::function<at::Tensor()>>("forward");
    QTest::addColumn<double>("operations"); // in the forward pass
    QTest::addColumn<double>("inBackward"); // in the backward pass, as a multiple of the forward pass
    const auto row = [](const char *name, std::function<at::Tensor()> forward, double operations, double inBackward) {
        QTest::addRow("%s", name) << std::move(forward) << operations << inBackward;
    };

    const at::Tensor x = parameter({3, 5, 7});
    const at::Tensor data = torch::randn({3, 5, 7});
    const at::Tensor weight = parameter({11, 7});
    const at::Tensor bias = parameter({11});
    row(
        "linear", [=] { return at::linear(x, weight, bias); }, 2.0 * 15 * 7 * 11, 2);
    row(
        "linear without bias", [=] { return at::linear(x, weight); }, 2.0 * 15 * 7 * 11, 2);
    row(
        "linear on data", [=] { return at::linear(data, weight, bias); }, 2.0 * 15 * 7 * 11, 1);
    row(
        "batched product", [=] { return at::bmm(x, x.transpose(1, 2)); }, 2.0 * 3 * 5 * 7 * 5, 2);

    const at::Tensor image = parameter({2, 4, 9, 9});
    const at::Tensor pixels = torch::randn({2, 4, 9, 9});
    const at::Tensor filters = parameter({6, 4, 3, 3});
    const at::Tensor grouped = parameter({6, 2, 3, 3});
    const double whole = 2.0 * 2 * 6 * 81 * 4 * 9;
    row(
        "convolution", [=] { return at::conv2d(image, filters, {}, 1, 1); }, whole, 2);
    row(
        "convolution on data", [=] { return at::conv2d(pixels, filters, {}, 1, 1); }, whole, 1);
    row(
        "stride 2", [=] { return at::conv2d(image, filters, {}, 2, 1); }, 2.0 * 2 * 6 * 25 * 4 * 9, 2);
    row(
        "two groups", [=] { return at::conv2d(image, grouped, {}, 1, 1, 1, 2); }, whole / 2, 2);
    const at::Tensor upwards = parameter({4, 6, 2, 2});
    row(
        "transposed", [=] { return at::conv_transpose2d(image, upwards, {}, 2); }, 2.0 * 2 * 4 * 81 * 6 * 4, 2);
    const at::Tensor volume = parameter({1, 2, 5, 5, 5});
    const at::Tensor cubes = parameter({3, 2, 3, 3, 3});
    row(
        "in three dimensions", [=] { return at::conv3d(volume, cubes, {}, 1, 1); }, 2.0 * 3 * 125 * 2 * 27, 2);

    const at::Tensor query = parameter({2, 3, 40, 16});
    const at::Tensor key = parameter({2, 3, 24, 16});
    const at::Tensor value = parameter({2, 3, 24, 16});
    row(
        "attention", [=] { return at::scaled_dot_product_attention(query, key, value); }, 4.0 * 6 * 40 * 24 * 16, 2);
}

void FlopCounterTest::countsAsByHand()
{
    QFETCH(std::function<at::Tensor()>, forward);
    QFETCH(double, operations);
    QFETCH(double, inBackward);
    QCOMPARE(countOf(forward, false), operations);
    QCOMPARE(countOf(forward, true), operations * (1 + inBackward));
}

void FlopCounterTest::countsNothingElse()
{
    const at::Tensor x = parameter({4, 32});
    QCOMPARE(countOf([&] { return at::gelu(at::layer_norm(x * 2 + x, {32})).softmax(-1); }, true), 0.0);
}

void FlopCounterTest::beginsAnewAndEnds()
{
    const at::Tensor x = torch::randn({2, 3});
    const auto multiply = [&] { return at::mm(x, x.t()); };
    QCOMPARE(countOf(multiply, false), 24.0);
    multiply();
    QCOMPARE(countOf(multiply, false), 24.0);
}

QTEST_GUILESS_MAIN(FlopCounterTest)
#include "tst_flopcounter.moc"
