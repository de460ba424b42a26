#include "engine/models/layers/labelsmoothing.h"
#include "engine/models/layers/tokenlosses.h"

#include <torch/types.h>

#include <QTest>

#include <cmath>
#include <limits>

using namespace motley;

class TestLabelSmoothing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithAtensCrossEntropy_data();
    void agreesWithAtensCrossEntropy();
    void countsAsFairseqDoes();
    void agreesWithNumericalGradients();
    void leavesOutWhatHasNoLabel_data();
    void leavesOutWhatHasNoLabel();
    void spreadsWhatIsNoNumber();
    void refusesAnotherUseOfTheLogits();
};

void TestLabelSmoothing::agreesWithAtensCrossEntropy_data()
{
    QTest::addColumn<double>("smoothing");
    QTest::addColumn<bool>("isHalf");
    QTest::addRow("none") << 0.0 << false;
    QTest::addRow("a tenth") << 0.1 << false;
    QTest::addRow("most") << 0.8 << false;
    QTest::addRow("bfloat16") << 0.1 << true;
}

// ATen spreads the smoothed probability over all classes, the target included; ours leaves the target out.
void TestLabelSmoothing::agreesWithAtensCrossEntropy()
{
    QFETCH(double, smoothing);
    QFETCH(bool, isHalf);
    torch::manual_seed(1);
    const at::ScalarType type = isHalf ? at::kBFloat16 : at::kFloat;
    const at::Tensor logits = (torch::randn({50, 31}) * 3).to(type).requires_grad_();
    const at::Tensor same = logits.detach().clone().to(at::kFloat).requires_grad_();
    const at::Tensor targets = torch::randint(31, {50});
    const auto loss = smoothedLoss(logits, targets, smoothing);
    const at::Tensor expected
        = at::cross_entropy_loss(same, targets, {}, at::Reduction::Sum, -100, smoothing * 31 / 30);
    const at::Tensor likelihood = at::cross_entropy_loss(same, targets, {}, at::Reduction::Sum);
    QVERIFY(at::allclose(loss.smoothed, expected, 1e-5));
    QVERIFY(at::allclose(loss.likelihood, likelihood, 1e-5));
    QVERIFY(!loss.likelihood.requires_grad());
    (loss.smoothed * 0.5).backward();
    (expected * 0.5).backward();
    QCOMPARE(logits.grad().scalar_type(), type);
    QVERIFY((logits.grad().to(at::kFloat) - same.grad()).abs().max().item<double>() < (isHalf ? 4e-3 : 1e-5));
}

void TestLabelSmoothing::countsAsFairseqDoes()
{
    // Probabilities 0.5, 0.3, 0.2; the target is the first: 0.9 * -log 0.5 + 0.05 * (-log 0.3 - log 0.2).
    const at::Tensor logits = at::tensor({0.5, 0.3, 0.2}).log().unsqueeze(0);
    const auto loss = smoothedLoss(logits, at::zeros({1}, at::kLong), 0.1);
    QVERIFY(std::abs(loss.smoothed.item<double>() - 0.7645031) < 1e-6);
    QVERIFY(std::abs(loss.likelihood.item<double>() - 0.6931472) < 1e-6);
}

void TestLabelSmoothing::agreesWithNumericalGradients()
{
    torch::manual_seed(2);
    const at::Tensor logits = torch::randn({3, 7}).requires_grad_();
    const at::Tensor targets = torch::randint(7, {3});
    smoothedLoss(logits, targets, 0.2).smoothed.backward();
    const torch::NoGradGuard noGradients;
    for (int row = 0; row < 3; ++row) {
        for (int place = 0; place < 7; ++place) {
            const auto lossAt = [&](double change) {
                const at::Tensor moved = logits.detach().clone();
                moved[row][place] += change;
                return smoothedLoss(moved, targets, 0.2).smoothed.item<double>();
            };
            const double slope = (lossAt(0.01) - lossAt(-0.01)) / 0.02;
            QVERIFY(std::abs(slope - logits.grad()[row][place].item<double>()) < 1e-3);
        }
    }
}

void TestLabelSmoothing::leavesOutWhatHasNoLabel_data()
{
    QTest::addColumn<int>("classes");
    for (const int classes : {1, 2, 15, 16, 17, 1000, 5003})
        QTest::addRow("%d", classes) << classes;
}

// The logits are no leaf, as their gradient overwrites them. They are as large as those of a very confident model.
void TestLabelSmoothing::leavesOutWhatHasNoLabel()
{
    QFETCH(int, classes);
    torch::manual_seed(3);
    const at::Tensor start = (torch::randn({4, 6, classes}) * 20).requires_grad_();
    const at::Tensor same = start.detach().clone().requires_grad_();
    const at::Tensor labels = torch::randint(classes, {4, 6});
    labels[1] = noLabel;
    labels[3][5] = noLabel;
    const at::Tensor loss = summedLabelLoss(start * 1, labels);
    const at::Tensor expected
        = at::cross_entropy_loss(same.flatten(0, 1), labels.flatten(), {}, at::Reduction::Sum, noLabel);
    QVERIFY(at::allclose(loss, expected, 1e-5, 1e-5));
    (loss * 0.25).backward();
    (expected * 0.25).backward();
    QVERIFY((start.grad() - same.grad()).abs().max().item<double>() < 1e-6);
}

void TestLabelSmoothing::spreadsWhatIsNoNumber()
{
    at::Tensor logits = torch::randn({3, 100});
    logits[1][70] = std::numeric_limits<float>::quiet_NaN();
    QVERIFY(std::isnan(summedLabelLoss(logits, at::zeros({3}, at::kLong)).item<float>()));
    QVERIFY(std::isfinite(summedLabelLoss(logits[0].unsqueeze(0), at::zeros({1}, at::kLong)).item<float>()));
}

void TestLabelSmoothing::refusesAnotherUseOfTheLogits()
{
    const at::Tensor logits = torch::randn({3, 5}).requires_grad_() * 2;
    const at::Tensor targets = torch::randint(5, {3});
    const at::Tensor first = summedLabelLoss(logits, targets);
    const at::Tensor second = summedLabelLoss(logits, targets);
    first.backward({}, /*retain_graph=*/true);
    QVERIFY_THROWS_EXCEPTION(c10::Error, second.backward());
}

QTEST_GUILESS_MAIN(TestLabelSmoothing)
#include "tst_labelsmoothing.moc"
