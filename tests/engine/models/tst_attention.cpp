#include "engine/models/layers/attention.h"

#include <torch/types.h>

#include <QTest>

#include <cmath>

using namespace motley;

class TestAttention : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isTheWeightedMean_data();
    void isTheWeightedMean();
    void dropsWholePairs();
};

namespace {

constexpr std::int64_t heads = 3;
constexpr std::int64_t size = 4; // features of a head

// Attention row by row, after its definition.
at::Tensor plainAttention(const AttentionInputs &inputs)
{
    const std::int64_t tokens = inputs.query.size(1);
    const std::int64_t others = inputs.key.size(1);
    at::Tensor result = at::empty_like(inputs.query);
    for (std::int64_t sample = 0; sample < inputs.query.size(0); ++sample) {
        for (std::int64_t head = 0; head < heads; ++head) {
            const auto part = [&](const at::Tensor &x) { return x[sample].narrow(1, head * size, size); };
            at::Tensor scores = part(inputs.query).matmul(part(inputs.key).t()) / std::sqrt(double(size));
            if (inputs.bias.defined())
                scores = scores + inputs.bias[sample][0];
            for (std::int64_t row = 0; inputs.causal && row < tokens; ++row)
                scores[row].slice(0, others - tokens + row + 1).fill_(-INFINITY);
            part(result).copy_(scores.softmax(1).matmul(part(inputs.value)));
        }
    }
    return result;
}

} // namespace

void TestAttention::isTheWeightedMean_data()
{
    QTest::addColumn<int>("tokens");
    QTest::addColumn<bool>("causal");
    QTest::addColumn<bool>("biased");
    QTest::addColumn<bool>("inTraining");
    for (const bool inTraining : {false, true}) {
        const char *when = inTraining ? "training" : "evaluation";
        QTest::addRow("all, %s", when) << 7 << false << false << inTraining;
        QTest::addRow("padded, %s", when) << 7 << false << true << inTraining;
        QTest::addRow("causal, %s", when) << 7 << true << false << inTraining;
        QTest::addRow("causal, after others, %s", when) << 3 << true << false << inTraining;
        QTest::addRow("causal, one token, %s", when) << 1 << true << false << inTraining;
    }
}

void TestAttention::isTheWeightedMean()
{
    QFETCH(int, tokens);
    QFETCH(bool, causal);
    QFETCH(bool, biased);
    QFETCH(bool, inTraining);
    torch::manual_seed(1);
    const auto values = [](std::int64_t count) { return torch::randn({2, count, heads * size}); };
    AttentionInputs inputs{values(tokens), values(7), values(7), heads, {}, causal};
    if (biased) {
        inputs.bias = at::zeros({2, 1, 1, 7});
        inputs.bias[1][0][0].slice(0, 4).fill_(-INFINITY);
    }
    // Dropout so rare that nothing is dropped makes attention() take the code path of training.
    const Dropout dropout{inTraining ? torch::randint(1000, {2}, at::kLong) : at::Tensor()};
    const at::Tensor result = attention(inputs, {dropout, 1e-12, 1, 9});
    QVERIFY((result - plainAttention(inputs)).abs().max().item<double>() < 1e-5);
}

void TestAttention::dropsWholePairs()
{
    torch::manual_seed(1);
    // All scores are equal and each value is another power of two, so the result shows which pairs were kept.
    const at::Tensor zeros = at::zeros({1, 6, heads * size});
    const at::Tensor powers = at::pow(2.0, at::arange(6, at::kFloat)).view({1, 6, 1}).expand({1, 6, heads * size});
    const Dropout dropout{at::full({1}, 77, at::kLong)};
    const at::Tensor result = attention({zeros, zeros, powers.contiguous(), heads, {}, false}, {dropout, 0.5, 3, 6});
    const at::Tensor kept = result * 3; // each weight is 1 / 6, doubled where it is kept: the sum of kept powers
    QVERIFY((kept - kept.round()).abs().max().item<double>() < 1e-4);
    const at::Tensor perHead = kept.view({6, heads, size});
    QVERIFY((perHead - perHead.slice(2, 0, 1)).abs().max().item<double>() < 1e-4);
    QVERIFY(perHead.min().item<double>() < perHead.max().item<double>());
}

QTEST_GUILESS_MAIN(TestAttention)
#include "tst_attention.moc"
