// Recomputed activations give the same gradients as kept ones.
#include "engine/models/bert/bert.h"
#include "engine/models/layers/activationcheckpointing.h"
#include "engine/tensorfiles/namedtensors.h"

#include <QTest>

#include <ATen/autocast_mode.h>

using namespace motley;

namespace {

// Two linear layers, with a count of how often they ran.
struct Block : torch::nn::Module {
    Block()
    {
        torch::manual_seed(3);
        first = register_module("first", torch::nn::Linear(6, 9));
        second = register_module("second", torch::nn::Linear(9, 6));
    }

    at::Tensor forward(const at::Tensor &x)
    {
        ++runs;
        return second(at::gelu(first(x)));
    }

    torch::nn::Linear first = nullptr;
    torch::nn::Linear second = nullptr;
    int runs = 0;
};

BertConfig smallBert()
{
    BertConfig config;
    config.vocabulary = 50;
    config.hiddenSize = 16;
    config.layers = 3;
    config.heads = 2;
    config.intermediateSize = 32;
    config.positions = 12;
    config.hiddenDropout = 0.2;
    config.attentionDropout = 0.1;
    return config;
}

} // namespace

class TestActivationCheckpointing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { at::set_num_threads(1); }
    void givesTheSameGradients_data();
    void givesTheSameGradients();
    void runsOnceWithoutGradients();
    void givesBertTheSameGradients();
    void knowsWhatCannot();
};

void TestActivationCheckpointing::givesTheSameGradients_data()
{
    QTest::addColumn<bool>("inputLearns");
    QTest::addColumn<bool>("lowPrecision");
    for (const bool learns : {true, false})
        for (const bool low : {false, true})
            QTest::addRow("%s, %s", learns ? "input learns" : "input is given", low ? "bfloat16" : "float32")
                << learns << low;
}

void TestActivationCheckpointing::givesTheSameGradients()
{
    QFETCH(bool, inputLearns);
    QFETCH(bool, lowPrecision);
    Block plain;
    Block again;
    const at::Tensor values = torch::randn({5, 6});
    at::Tensor x = values.clone().requires_grad_(inputLearns);
    at::Tensor y = values.clone().requires_grad_(inputLearns);
    at::autocast::set_autocast_enabled(at::kCPU, lowPrecision);
    at::Tensor expected = plain.forward(x);
    at::Tensor found = recomputed(again, y, [&](const at::Tensor &input) { return again.forward(input); });
    at::autocast::clear_cache();
    at::autocast::set_autocast_enabled(at::kCPU, false);
    QVERIFY(at::equal(expected, found));
    QCOMPARE(again.runs, 1);
    expected.to(at::kFloat).square().sum().backward();
    found.to(at::kFloat).square().sum().backward();
    QCOMPARE(again.runs, 2);
    if (inputLearns)
        QVERIFY(at::equal(x.grad(), y.grad()));
    for (std::size_t i = 0; i < plain.parameters().size(); ++i)
        QVERIFY(at::equal(plain.parameters()[i].grad(), again.parameters()[i].grad()));
}

void TestActivationCheckpointing::runsOnceWithoutGradients()
{
    const torch::NoGradGuard noGradients;
    Block block;
    recomputed(block, torch::randn({2, 6}), [&](const at::Tensor &input) { return block.forward(input); });
    QCOMPARE(block.runs, 1);
}

void TestActivationCheckpointing::givesBertTheSameGradients()
{
    const auto plain = std::make_shared<BertForPreTraining>(smallBert());
    const auto again = std::make_shared<BertForPreTraining>(smallBert());
    initialiseBert(*plain, smallBert(), 5);
    initialiseBert(*again, smallBert(), 5);
    QVERIFY(canRecompute(*again));
    recomputeActivations(*again);
    BertInputs inputs;
    inputs.ids = torch::randint(1, 50, {4, 12});
    inputs.mask = torch::ones({4, 12}, at::kLong);
    inputs.mask.narrow(0, 2, 1).narrow(1, 7, 5).zero_();
    inputs.dropoutKeys = torch::tensor({11, 12, 13, 14}, at::kLong);
    const at::Tensor rows = torch::tensor({3, 14, 30}, at::kLong);
    for (const auto &model : {plain, again}) {
        model->train();
        const auto outputs = model->forward(inputs, rows);
        (outputs.words.logsumexp(1).sum() + outputs.next.square().sum()).backward();
    }
    const NamedTensors expected = stateDict(*plain);
    const NamedTensors found = stateDict(*again);
    for (std::size_t i = 0; i < expected.size(); ++i)
        if (expected[i].tensor.grad().defined())
            QVERIFY2(at::equal(expected[i].tensor.grad(), found[i].tensor.grad()), expected[i].name.c_str());
}

void TestActivationCheckpointing::knowsWhatCannot()
{
    QVERIFY(!canRecompute(*std::make_shared<Block>()));
}

QTEST_GUILESS_MAIN(TestActivationCheckpointing)
#include "tst_activationcheckpointing.moc"
