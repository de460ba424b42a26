// Every optimizer against the numbers of PyTorch or of its reference implementation; see tests/reference/optimizers.py.
#include "engine/optim/optimizer.h"
#include "engine/optim/optimizerstate.h"
#include "fixturetensors.h"

#include <QTest>

#include <torch/types.h>

#include <cmath>

using namespace motley;
using Kind = OptimizerSpec::Kind;

namespace {

const char *const names[] = {"wide", "tall", "filters", "bias"};
constexpr int steps = 20;

OptimizerSpec decaying(Kind kind, double weightDecay)
{
    OptimizerSpec spec = usualOptimizer(kind);
    spec.weightDecay = weightDecay;
    return spec;
}

double rateAt(double rate, int step)
{
    return rate / std::sqrt(double(step));
}

} // namespace

class TestOptimizers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { at::set_num_threads(1); } // parameters this small are updated faster by one thread
    void updatesAsItsReference_data();
    void updatesAsItsReference();
    void goesOnFromItsState_data();
    void goesOnFromItsState();
    void treatsLargeParametersAsSmallOnes_data();
    void treatsLargeParametersAsSmallOnes();
    void givesTheSameBitsOnAnyNumberOfThreads();
    void leavesUnusedParametersAlone_data();
    void leavesUnusedParametersAlone();
    void leavesTablesToAdamW();
    void takesConvolutionsAsMatrices();

private:
    NamedTensors begin() const;
    void giveGradients(const NamedTensors &parameters, int step) const;

    const ReferenceTensors m_reference{"optimizers.safetensors"};
};

NamedTensors TestOptimizers::begin() const
{
    NamedTensors parameters;
    for (const std::string name : names)
        parameters.push_back({name, m_reference["begin/" + name].clone().requires_grad_()});
    return parameters;
}

void TestOptimizers::giveGradients(const NamedTensors &parameters, int step) const
{
    for (const NamedTensor &parameter : parameters)
        parameter.tensor.mutable_grad() = m_reference["gradients/" + parameter.name][step - 1].clone();
}

void TestOptimizers::updatesAsItsReference_data()
{
    QTest::addColumn<OptimizerSpec>("spec");
    QTest::addColumn<double>("rate");
    const auto row = [](const char *run, double rate, OptimizerSpec spec) { QTest::addRow("%s", run) << spec << rate; };
    OptimizerSpec spec = decaying(Kind::Sgd, 0.01);
    spec.momentum = 0;
    row("sgd", 0.05, spec);
    spec.momentum = 0.9;
    row("momentum", 0.05, spec);
    spec.nesterov = true;
    row("nesterov", 0.05, spec);
    row("adam", 0.01, decaying(Kind::Adam, 0.01));
    spec = decaying(Kind::Adam, 0);
    spec.beta2 = 0.9;
    spec.amsgrad = true;
    row("amsgrad", 0.01, spec);
    row("adamw", 0.01, decaying(Kind::AdamW, 0.1));
    spec = decaying(Kind::AdamW, 0.1);
    spec.decayBiasesAndNorms = false;
    row("spared", 0.01, spec);
    spec = decaying(Kind::AdamW, 0.1);
    spec.epsilon = 0.1;
    row("adamw, large epsilon", 0.01, spec);
    spec.kind = Kind::HetSeqAdam;
    row("hetseq-adam", 0.01, spec);
    row("adadelta", 1, decaying(Kind::Adadelta, 0.01));
    row("adagrad", 0.05, decaying(Kind::Adagrad, 0.01));
    row("adamax", 0.01, decaying(Kind::Adamax, 0.01));
    row("rmsprop", 0.01, decaying(Kind::RmsProp, 0.01));
    spec = decaying(Kind::RmsProp, 0);
    spec.beta2 = 0.9;
    spec.momentum = 0.9;
    row("rmsprop, momentum", 0.01, spec);
    row("adafactor", 0.05, decaying(Kind::Adafactor, 0.1));
    row("lamb", 0.02, decaying(Kind::Lamb, 0.1));
    spec = decaying(Kind::Lamb, 0.1);
    spec.decayBiasesAndNorms = false;
    row("lamb, spared", 0.02, spec);
    row("lion", 0.01, decaying(Kind::Lion, 0.1));
    row("muon", 0.01, decaying(Kind::Muon, 0.1));
}

void TestOptimizers::updatesAsItsReference()
{
    QFETCH(OptimizerSpec, spec);
    QFETCH(double, rate);
    const NamedTensors parameters = begin();
    Optimizer optimizer(spec, parameters);
    for (int step = 1; step <= steps; ++step) {
        giveGradients(parameters, step);
        optimizer.step(rateAt(rate, step));
        if (step != 1 && step != 5 && step != steps)
            continue;
        for (const NamedTensor &parameter : parameters) {
            const std::string name
                = std::string(QTest::currentDataTag()) + "/" + std::to_string(step) + "/" + parameter.name;
            const double difference = (parameter.tensor - m_reference[name]).abs().max().item<double>();
            QVERIFY2(difference < 2e-6, qPrintable(QString("%1: %2").arg(name.c_str()).arg(difference)));
        }
    }
}

void TestOptimizers::goesOnFromItsState_data()
{
    updatesAsItsReference_data();
}

void TestOptimizers::goesOnFromItsState()
{
    QFETCH(OptimizerSpec, spec);
    QFETCH(double, rate);
    const NamedTensors whole = begin();
    Optimizer uninterrupted(spec, whole);
    NamedTensors resumed = begin();
    auto optimizer = std::make_unique<Optimizer>(spec, resumed);
    for (int step = 1; step <= steps; ++step) {
        if (step == 8) {
            const NamedTensors saved = optimizer->state();
            NamedTensors again;
            for (const NamedTensor &parameter : resumed)
                again.push_back({parameter.name, parameter.tensor.detach().clone().requires_grad_()});
            resumed = again;
            optimizer = std::make_unique<Optimizer>(spec, resumed);
            const auto restored = copyInto(optimizer->state(), saved);
            QVERIFY2(restored, restored ? "" : restored.error().message.c_str());
        }
        giveGradients(whole, step);
        giveGradients(resumed, step);
        uninterrupted.step(rateAt(rate, step));
        optimizer->step(rateAt(rate, step));
    }
    for (std::size_t i = 0; i < whole.size(); ++i)
        QVERIFY(at::equal(whole[i].tensor, resumed[i].tensor));
}

void TestOptimizers::treatsLargeParametersAsSmallOnes_data()
{
    QTest::addColumn<int>("kind");
    const std::pair<const char *, Kind> kinds[] = {{"adadelta", Kind::Adadelta}, {"adagrad", Kind::Adagrad},
        {"adamax", Kind::Adamax}, {"rmsprop", Kind::RmsProp}, {"lamb", Kind::Lamb}, {"lion", Kind::Lion}};
    for (const auto &[name, kind] : kinds)
        QTest::addRow("%s", name) << int(kind);
}

// Large parameters are updated in chunks: a pattern repeated 1,000 times must give the result of the pattern, repeated.
void TestOptimizers::treatsLargeParametersAsSmallOnes()
{
    QFETCH(int, kind);
    const at::Tensor pattern = m_reference["begin/wide"];
    const NamedTensors small{{"p", pattern.clone().requires_grad_()}};
    const NamedTensors large{{"first", pattern.clone().requires_grad_()}, // shifts the chunks of "p"
        {"p", pattern.repeat({1000, 1}).requires_grad_()}};
    Optimizer one(usualOptimizer(Kind(kind)), small);
    Optimizer thousand(usualOptimizer(Kind(kind)), large);
    for (int step = 1; step <= steps; ++step) {
        const at::Tensor gradient = m_reference["gradients/wide"][step - 1];
        small[0].tensor.mutable_grad() = gradient.clone();
        large[0].tensor.mutable_grad() = gradient.clone();
        large[1].tensor.mutable_grad() = gradient.repeat({1000, 1});
        one.step(0.01);
        thousand.step(0.01);
    }
    QVERIFY(at::allclose(large[1].tensor, small[0].tensor.repeat({1000, 1}), 1e-5, 1e-6));
    QVERIFY(!at::allclose(small[0].tensor, pattern, 1e-5, 1e-5));
}

void TestOptimizers::givesTheSameBitsOnAnyNumberOfThreads()
{
    at::Tensor results[2];
    for (const int threads : {1, 2}) {
        at::set_num_threads(threads);
        torch::manual_seed(1);
        const NamedTensors parameters{{"p", torch::randn({300, 301}).requires_grad_()}};
        Optimizer optimizer(usualOptimizer(Kind::Lamb), parameters);
        for (int step = 0; step < 3; ++step) {
            parameters[0].tensor.mutable_grad() = torch::randn({300, 301});
            optimizer.step(0.01);
        }
        results[threads - 1] = parameters[0].tensor;
    }
    at::set_num_threads(1);
    QVERIFY(at::equal(results[0], results[1]));
}

void TestOptimizers::leavesUnusedParametersAlone_data()
{
    updatesAsItsReference_data();
}

// They and their state, to the last bit, while the others are updated as ever.
void TestOptimizers::leavesUnusedParametersAlone()
{
    QFETCH(OptimizerSpec, spec);
    QFETCH(double, rate);
    const NamedTensors parameters = begin();
    const NamedTensors all = begin();
    Optimizer optimizer(spec, parameters);
    Optimizer usual(spec, all);
    const std::vector<bool> unused{false, true, false, true};
    NamedTensors before;
    for (int step = 1; step <= 10; ++step) {
        giveGradients(parameters, step);
        giveGradients(all, step);
        usual.step(rateAt(rate, step));
        if (step <= 5) {
            optimizer.step(rateAt(rate, step));
            continue;
        }
        if (step == 6)
            for (const NamedTensors &tensors : {parameters, optimizer.state()})
                for (const NamedTensor &item : tensors)
                    before.push_back({item.name, item.tensor.detach().clone()});
        for (std::size_t i = 0; i < unused.size(); ++i)
            if (unused[i])
                parameters[i].tensor.mutable_grad().zero_();
        optimizer.step(rateAt(rate, step), unused);
    }
    const NamedTensors state = optimizer.state();
    for (std::size_t i = 0; i < unused.size(); ++i) {
        const std::string &name = parameters[i].name;
        const at::Tensor expected = unused[i] ? *findTensor(before, name) : all[i].tensor;
        QVERIFY2(parameters[i].tensor.equal(expected), name.c_str());
        for (const NamedTensor &item : state)
            if (unused[i] && parameterOf(item.name) == name)
                QVERIFY2(item.tensor.equal(*findTensor(before, item.name)), item.name.c_str());
    }
}

void TestOptimizers::leavesTablesToAdamW()
{
    NamedTensors parameters;
    for (const char *name : {"wte.weight", "bert.embeddings.word_embeddings.weight", "layer.weight"})
        parameters.push_back({name, torch::randn({4, 3}).requires_grad_()});
    const Optimizer muon(usualOptimizer(Kind::Muon), parameters);
    QStringList remembered;
    for (const NamedTensor &item : muon.state())
        remembered << QString::fromStdString(item.name);
    QVERIFY(remembered.contains("meanSquare.wte.weight"));
    QVERIFY(remembered.contains("meanSquare.bert.embeddings.word_embeddings.weight"));
    QVERIFY(remembered.contains("momentum.layer.weight"));
    QCOMPARE(remembered.size(), 6);
}

void TestOptimizers::takesConvolutionsAsMatrices()
{
    torch::manual_seed(5);
    const at::Tensor start = torch::randn({8, 4, 3, 3});
    const NamedTensors convolution{{"conv.weight", start.clone().requires_grad_()}};
    const NamedTensors matrix{{"conv.weight", start.flatten(1).clone().requires_grad_()}};
    Optimizer first(usualOptimizer(Kind::Muon), convolution);
    Optimizer second(usualOptimizer(Kind::Muon), matrix);
    for (int step = 0; step < 3; ++step) {
        const at::Tensor gradient = torch::randn({8, 4, 3, 3});
        convolution[0].tensor.mutable_grad() = gradient.clone();
        matrix[0].tensor.mutable_grad() = gradient.flatten(1).clone();
        first.step(0.01);
        second.step(0.01);
    }
    QVERIFY(!at::allclose(convolution[0].tensor, start));
    QVERIFY(at::equal(convolution[0].tensor.flatten(1), matrix[0].tensor));
}

QTEST_GUILESS_MAIN(TestOptimizers)
#include "tst_optimizers.moc"
