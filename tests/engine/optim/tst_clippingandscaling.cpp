// Gradient clipping, the average of the weights, loss scaling, and the search for numbers that are not finite.
#include "engine/optim/gradientclipping.h"
#include "engine/optim/lossscaler.h"
#include "engine/optim/movingaverage.h"
#include "engine/optim/optimizer.h"
#include "engine/tensorfiles/finitenumbers.h"
#include "fixturetensors.h"

#include <QTest>

#include <torch/types.h>

#include <cmath>
#include <limits>

using namespace motley;

namespace {

constexpr int steps = 20;
constexpr float infinity = std::numeric_limits<float>::infinity();

at::Tensor withGradient(const at::Tensor &gradient)
{
    at::Tensor parameter = torch::zeros_like(gradient).requires_grad_();
    parameter.mutable_grad() = gradient;
    return parameter;
}

double largestOf(at::ScalarType type)
{
    switch (type) {
    case at::kHalf:
        return std::numeric_limits<c10::Half>::max();
    case at::kBFloat16:
        return std::numeric_limits<c10::BFloat16>::max();
    case at::kDouble:
        return std::numeric_limits<double>::max();
    default:
        return std::numeric_limits<float>::max();
    }
}

} // namespace
Q_DECLARE_METATYPE(at::ScalarType)

class TestClippingAndScaling : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { at::set_num_threads(1); }
    void clipsTheWholeGradient();
    void measuresLargeGradientsExactly();
    void clipsEveryEntry();
    void averagesAsTorchDoes();
    void swapsAveragesForParameters();
    void scalesLossesAsTorchDoes();
    void goesOnScalingFromItsState();
    void findsWhatIsNotFinite_data();
    void findsWhatIsNotFinite();

private:
    const ReferenceTensors m_reference{"optimizers.safetensors"};
};

void TestClippingAndScaling::clipsTheWholeGradient()
{
    const std::vector<at::Tensor> parameters{withGradient(torch::full({4}, 3.0)), withGradient(torch::full({7}, 4.0))};
    const double norm = gradientNorm(parameters);
    QVERIFY(std::abs(norm - std::sqrt(4 * 9 + 7 * 16)) < 1e-5);
    clipGradientNorm(parameters, norm, 100);
    QVERIFY(std::abs(gradientNorm(parameters) - norm) < 1e-12);
    clipGradientNorm(parameters, norm, 1.5);
    QVERIFY(std::abs(gradientNorm(parameters) - 1.5) < 1e-6);
}

void TestClippingAndScaling::measuresLargeGradientsExactly()
{
    const at::Tensor gradient = torch::randn({3000, 1001}) * 1e-4;
    gradient.narrow(0, 0, 20).mul_(1000);
    const double exact = gradient.to(at::kDouble).norm().item<double>();
    QVERIFY(std::abs(gradientNorm({withGradient(gradient)}) / exact - 1) < 1e-6);
}

void TestClippingAndScaling::clipsEveryEntry()
{
    const std::vector<at::Tensor> parameters{withGradient(torch::tensor({-3.0f, -0.5f, 0.7f, infinity})),
        withGradient(torch::tensor({0.71f, std::numeric_limits<float>::quiet_NaN()}))};
    clipGradientValue(parameters, 0.7);
    QVERIFY(at::equal(parameters[0].grad(), torch::tensor({-0.7f, -0.5f, 0.7f, 0.7f})));
    QCOMPARE(parameters[1].grad()[0].item<float>(), 0.7f);
    QVERIFY(std::isnan(parameters[1].grad()[1].item<float>()));
}

void TestClippingAndScaling::averagesAsTorchDoes()
{
    NamedTensors parameters;
    for (const std::string name : {"wide", "tall", "filters", "bias"})
        parameters.push_back({name, m_reference["begin/" + name].clone().requires_grad_()});
    OptimizerSpec spec;
    spec.momentum = 0;
    Optimizer optimizer(spec, parameters);
    auto average = std::make_unique<MovingAverage>(0.8, parameters);
    for (int step = 0; step < steps; ++step) {
        for (const NamedTensor &parameter : parameters)
            parameter.tensor.mutable_grad() = m_reference["gradients/" + parameter.name][step].clone();
        optimizer.step(0.05);
        average->update();
        if (step == 7) { // as after resuming from a checkpoint
            auto again = std::make_unique<MovingAverage>(0.8, parameters);
            QVERIFY(copyInto(again->state(), average->state()));
            average = std::move(again);
        }
    }
    for (const NamedTensor &item : average->state())
        if (item.name != "averaged") {
            const at::Tensor expected = m_reference["average/" + item.name.substr(std::strlen("average."))];
            QVERIFY2(at::allclose(item.tensor, expected, 1e-6, 1e-7), item.name.c_str());
        }
}

void TestClippingAndScaling::swapsAveragesForParameters()
{
    const NamedTensors parameters{{"p", torch::zeros({3}).requires_grad_()}};
    MovingAverage average(0.5, parameters);
    average.update();
    const at::Tensor values = parameters[0].tensor.detach();
    const void *memory = values.data_ptr();
    values.fill_(8);
    average.update();
    average.swap();
    QVERIFY(at::equal(values, torch::full({3}, 4.0)));
    average.swap();
    QVERIFY(at::equal(values, torch::full({3}, 8.0)));
    QCOMPARE(parameters[0].tensor.data_ptr(), memory);
    average.update();
    average.swap();
    QVERIFY(at::equal(values, torch::full({3}, 6.0)));
}

void TestClippingAndScaling::scalesLossesAsTorchDoes()
{
    const NamedTensors parameters{{"p", torch::zeros({2}).requires_grad_()}};
    OptimizerSpec spec;
    spec.momentum = 0;
    Optimizer optimizer(spec, parameters);
    LossScaler scaler(at::kCPU, {1024, 2, 0.5, 3});
    for (int step = 1; step <= steps; ++step) {
        QCOMPARE(scaler.scale(), m_reference["loss scales"][step - 1].item<double>());
        const bool overflows = step == 3 || step == 4 || step == 12;
        parameters[0].tensor.mutable_grad()
            = torch::tensor({1.0f, overflows ? infinity : 2.0f}) * float(scaler.scale());
        const at::Tensor overflow = scaler.unscale({parameters[0].tensor});
        QCOMPARE(scaler.update(overflow), !overflows);
        if (!overflows)
            optimizer.step(0.1);
    }
    QVERIFY(at::allclose(parameters[0].tensor.detach(), m_reference["left after loss scaling"]));
}

void TestClippingAndScaling::goesOnScalingFromItsState()
{
    LossScaler scaler(at::kCPU, {1024, 2, 0.5, 3});
    const at::Tensor fine = torch::zeros({1});
    scaler.update(fine);
    scaler.update(torch::full({1}, 2.0)); // two ranks overflowed
    QCOMPARE(scaler.scale(), 512.0);
    scaler.update(fine);
    scaler.update(fine);
    LossScaler resumed(at::kCPU, {1024, 2, 0.5, 3});
    QVERIFY(copyInto(resumed.state(), scaler.state()));
    QCOMPARE(resumed.scale(), 512.0);
    resumed.update(fine);
    QCOMPARE(resumed.scale(), 1024.0);
}

void TestClippingAndScaling::findsWhatIsNotFinite_data()
{
    QTest::addColumn<at::ScalarType>("type");
    QTest::addRow("float32") << at::kFloat;
    QTest::addRow("float64") << at::kDouble;
    QTest::addRow("float16") << at::kHalf;
    QTest::addRow("bfloat16") << at::kBFloat16;
}

void TestClippingAndScaling::findsWhatIsNotFinite()
{
    QFETCH(at::ScalarType, type);
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const at::Tensor fine = torch::randn({40, 8, 5, 5}).to(type);
    fine.view({-1})[7] = -largestOf(type);
    const at::Tensor byChannel = fine.to(at::MemoryFormat::ChannelsLast);
    const at::Tensor integers = at::arange(5);
    const at::Tensor nothing = at::zeros({0}, type);
    QVERIFY(areFinite({fine, byChannel, integers, nothing}));
    QVERIFY(areFinite({}));
    for (const double wrong : {nan, double(infinity), -double(infinity)})
        for (const std::int64_t place : {0, 4001, 7999})
            for (const at::Tensor &good : {fine, byChannel}) {
                const at::Tensor bad = good.clone();
                bad[place / 200][place / 25 % 8][place / 5 % 5][place % 5] = wrong;
                QVERIFY(!areFinite({integers, bad, good}));
            }
}

QTEST_GUILESS_MAIN(TestClippingAndScaling)
#include "tst_clippingandscaling.moc"
