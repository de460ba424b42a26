// Every rank gets the sum of all ranks' gradients, whichever parameters its own pass used.
#include "engine/exchange/gradients/replicatedgradients.h"
#include "fixturerun.h"

#include <torch/types.h>

#include <QTest>

using namespace motley;

namespace {

constexpr int ranks = 2;
constexpr int steps = 4;

// Whether rank `rank` computes with branch `branch` in `step`.
using Branches = bool (*)(int branch, int rank, int step);

std::vector<at::Tensor> copiesOf(const std::vector<at::Tensor> &weights)
{
    std::vector<at::Tensor> copies;
    for (const at::Tensor &weight : weights)
        copies.push_back(weight.detach().clone().requires_grad_());
    return copies;
}

at::Tensor lossOf(const std::vector<at::Tensor> &weights, const at::Tensor &x, Branches takesPart, int rank, int step)
{
    at::Tensor sum = at::zeros({});
    for (int branch = 0; branch < int(weights.size()); ++branch)
        if (takesPart(branch, rank, step))
            sum = sum + at::mm(x, weights[std::size_t(branch)]).square().sum();
    return sum;
}

} // namespace

class ReplicatedGradientsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sumsWhateverHadAPart_data();
    void sumsWhateverHadAPart();
    void sendsIn16Bits_data();
    void sendsIn16Bits();
};

void ReplicatedGradientsTest::sumsWhateverHadAPart_data()
{
    QTest::addColumn<Branches>("takesPart");
    QTest::addRow("all") << Branches([](int, int, int) { return true; });
    QTest::addRow("one never") << Branches([](int branch, int, int) { return branch == 0; });
    QTest::addRow("the other never") << Branches([](int branch, int, int) { return branch == 1; });
    QTest::addRow("one on one rank alone")
        << Branches([](int branch, int rank, int) { return branch == 0 || rank == 1; });
    QTest::addRow("one from the third step on")
        << Branches([](int branch, int, int step) { return branch == 0 || step > 1; });
    QTest::addRow("one not in the third step")
        << Branches([](int branch, int, int step) { return branch == 0 || step != 2; });
    QTest::addRow("by turns") << Branches(
        [](int branch, int rank, int step) { return (branch + rank + step) % 2 == 0; });
}

void ReplicatedGradientsTest::sumsWhateverHadAPart()
{
    QFETCH(Branches, takesPart);
    const std::vector<at::Tensor> weights{torch::randn({6, 4}), torch::randn({6, 4})};
    const at::Tensor inputs = torch::randn({steps, ranks, 3, 6});
    std::vector<std::string> problems(ranks);
    runAsRanks(ranks, [&](Group &group) {
        const auto mine = copiesOf(weights);
        ReplicatedGradients exchange(group, mine);
        for (int step = 0; step < steps; ++step) {
            for (const at::Tensor &weight : mine)
                weight.mutable_grad().reset();
            const at::Tensor loss = lossOf(mine, inputs[step][group.rank()], takesPart, group.rank(), step);
            exchange.begin({});
            exchange.backward(loss);

            const auto whole = copiesOf(weights);
            for (int rank = 0; rank < ranks; ++rank)
                lossOf(whole, inputs[step][rank], takesPart, rank, step).backward();
            for (std::size_t i = 0; i < mine.size(); ++i) {
                const at::Tensor expected
                    = whole[i].grad().defined() ? whole[i].grad() : at::zeros_like(whole[i].detach());
                if (!at::allclose(mine[i].grad(), expected, 1e-5, 1e-6))
                    problems[std::size_t(group.rank())]
                        += "branch " + std::to_string(i) + " differs in step " + std::to_string(step) + "; ";
            }
        }
    });
    for (const std::string &problem : problems)
        QCOMPARE(QString::fromStdString(problem), QString());
}

void ReplicatedGradientsTest::sendsIn16Bits_data()
{
    QTest::addColumn<int>("ranks");
    QTest::addColumn<qint64>("width");
    for (const int ranks : {2, 3}) {
        QTest::addRow("%d ranks, one small bucket", ranks) << ranks << qint64(8);
        QTest::addRow("%d ranks, several buckets", ranks) << ranks << qint64(700); // that overlap the backward pass
    }
}

// All ranks get the same bits, which are float32 numbers as near to the sums as 16 bits are.
void ReplicatedGradientsTest::sendsIn16Bits()
{
    QFETCH(int, ranks);
    QFETCH(qint64, width);
    const std::vector<at::Tensor> weights{torch::randn({1000, width}), torch::randn({1000, width})};
    const at::Tensor inputs = torch::randn({ranks, 3, 1000});
    const auto all = [](int, int, int) { return true; };
    const auto whole = copiesOf(weights);
    for (int rank = 0; rank < ranks; ++rank)
        lossOf(whole, inputs[rank], all, rank, 0).backward();
    std::vector<std::vector<at::Tensor>> found{std::size_t(ranks)};
    runAsRanks(ranks, [&](Group &group) {
        const auto mine = copiesOf(weights);
        ReplicatedGradients exchange(group, mine, at::kBFloat16);
        for (int step = 0; step < 2; ++step) {
            for (const at::Tensor &weight : mine)
                weight.mutable_grad().reset();
            exchange.begin({});
            exchange.backward(lossOf(mine, inputs[group.rank()], all, group.rank(), 0));
        }
        for (const at::Tensor &weight : mine)
            found[std::size_t(group.rank())].push_back(weight.grad().clone());
    });
    for (const auto &gradients : found)
        for (std::size_t i = 0; i < weights.size(); ++i) {
            QCOMPARE(gradients[i].scalar_type(), at::kFloat);
            QVERIFY(at::equal(gradients[i], found.front()[i]));
            QVERIFY(at::equal(gradients[i], gradients[i].to(at::kBFloat16).to(at::kFloat)));
            const double error = ((gradients[i] - whole[i].grad()).norm() / whole[i].grad().norm()).item<double>();
            qInfo("%.2g of the length off", error);
            QVERIFY(error > 1e-5 && error < 4e-3);
        }
}

QTEST_GUILESS_MAIN(ReplicatedGradientsTest)
#include "tst_replicatedgradients.moc"
