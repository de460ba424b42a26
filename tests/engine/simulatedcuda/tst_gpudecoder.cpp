// What the parts of a decoder keep in a GPU's memory for the backward pass, and what of them stays with the host.
#include "engine/device/computedevice.h"
#include "engine/device/devicememory.h"
#include "engine/models/decoder/decoder.h"
#include "engine/models/decoder/gatedproduct.h"
#include "engine/models/lora/loralayer.h"
#include "engine/models/quantization/int8weight.h"
#include "gpudevices.h"

#include <torch/types.h>

#include <QTest>

using namespace motley;

class GpuDecoderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void multipliesByGates_data();
    void multipliesByGates();
    void keepsTheInputOfNorms_data();
    void keepsTheInputOfNorms();
    void addsAdaptersInPlace();
    void leavesLargeTablesWithTheHost_data();
    void leavesLargeTablesWithTheHost();

private:
    at::Device m_gpu = at::kCPU;
};

namespace {

using Activation = DecoderConfig::Activation;

at::Tensor leaf(const at::Tensor &values)
{
    return values.detach().clone().requires_grad_();
}

// The bytes that are held once f() has computed a result, beside that.
template <typename Function>
std::int64_t keptBy(at::Device device, const Function &f)
{
    const std::int64_t before = usedMemory(device);
    const at::Tensor result = f();
    return usedMemory(device) - before - std::int64_t(result.nbytes());
}

} // namespace

void GpuDecoderTest::initTestCase()
{
    const auto device = openDevice(gpu(0), 1);
    QVERIFY(device);
    m_gpu = *device;
}

void GpuDecoderTest::multipliesByGates_data()
{
    QTest::addColumn<int>("activation");
    QTest::addColumn<bool>("isLow");
    for (const bool isLow : {false, true})
        for (const auto &[name, activation] :
            {std::pair("silu", Activation::Silu), {"gelu", Activation::Gelu}, {"gelu by tanh", Activation::GeluTanh}})
            QTest::addRow("%s, %s", name, isLow ? "bfloat16" : "float32") << int(activation) << isLow;
}

// Bit for bit what autograd makes of the two operators, of which it would keep three tensors.
void GpuDecoderTest::multipliesByGates()
{
    QFETCH(int, activation);
    QFETCH(bool, isLow);
    const auto type = isLow ? at::kBFloat16 : at::kFloat;
    const at::Tensor both = at::randn({3, 64, 200}, type).to(m_gpu), gradient = at::randn({3, 64, 100}, type).to(m_gpu);
    const at::Tensor gate = leaf(both.slice(2, 0, 100)), other = leaf(both.slice(2, 100));
    const at::Tensor plainGate = leaf(gate), plainOther = leaf(other);
    const at::Tensor plain = activate(plainGate, Activation(activation)) * plainOther;
    plain.backward(gradient);
    at::Tensor product;
    QCOMPARE(keptBy(m_gpu, [&] { return product = gatedProduct(gate, other, Activation(activation)); }), 0);
    product.backward(gradient);
    QVERIFY(at::equal(product.cpu(), plain.cpu()));
    QVERIFY(at::equal(gate.grad().cpu(), plainGate.grad().cpu()));
    QVERIFY(at::equal(other.grad().cpu(), plainOther.grad().cpu()));
}

void GpuDecoderTest::keepsTheInputOfNorms_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("plain") << int(RmsNorm::Weight::Plain);
    QTest::newRow("added to one") << int(RmsNorm::Weight::AddedToOne);
    QTest::newRow("none") << int(RmsNorm::Weight::None);
}

// Bit for bit what a norm computes that is too small to be worth it.
void GpuDecoderTest::keepsTheInputOfNorms()
{
    QFETCH(int, kind);
    constexpr std::int64_t rows = 2048, size = 512;
    RmsNorm norm(size, 1e-6, RmsNorm::Weight(kind));
    for (at::Tensor &weight : norm.parameters())
        weight.set_data(at::randn({size}).to(at::kBFloat16));
    for (at::Tensor &weight : norm.parameters())
        weight.set_requires_grad(false);
    norm.to(m_gpu);
    const at::Tensor x = at::randn({rows, size}, at::kBFloat16).to(m_gpu), gradient = at::randn_like(x);
    const at::Tensor whole = leaf(x), parts = leaf(x);
    at::Tensor result;
    QCOMPARE(keptBy(m_gpu, [&] { return result = norm.forward(whole); }), 0);
    result.backward(gradient);
    std::vector<at::Tensor> results;
    for (const at::Tensor &part : parts.chunk(4))
        results.push_back(norm.forward(part));
    const at::Tensor expected = at::cat(results);
    expected.backward(gradient);
    QVERIFY(at::equal(result.cpu(), expected.cpu()));
    QVERIFY(at::equal(whole.grad().cpu(), parts.grad().cpu()));
}

// A layer's result, and what its adapter adds to that, and no third tensor of this size.
void GpuDecoderTest::addsAdaptersInPlace()
{
    constexpr std::int64_t tokens = 4096, inputs = 16, outputs = 512;
    Projection layer(inputs, outputs, /*bias=*/false);
    layer.parameters()[0].set_data(at::randn({outputs, inputs}));
    layer.pack(std::make_shared<const Int8Weight>(layer.weight()));
    layer.adapt(std::make_shared<LoraLayer>(layer, LoraLayerOptions{4}));
    layer.to(m_gpu);
    const at::Tensor x = at::randn({1, tokens, inputs}).to(m_gpu);
    restartPeak(m_gpu);
    const std::int64_t before = usedMemory(m_gpu);
    const at::Tensor result = layer.forward(x);
    QVERIFY(peakMemory(m_gpu) - before < std::int64_t(5 * result.nbytes() / 2));
}

void GpuDecoderTest::leavesLargeTablesWithTheHost_data()
{
    QTest::addColumn<int>("use");
    QTest::addColumn<bool>("isTrained");
    QTest::addColumn<qint64>("rows");
    QTest::addColumn<bool>("isLeft");
    QTest::newRow("rows") << int(Vectors::Use::Rows) << false << qint64(1 << 15) << true;
    QTest::newRow("small") << int(Vectors::Use::Rows) << false << qint64(1 << 14) << false;
    QTest::newRow("trained") << int(Vectors::Use::Rows) << true << qint64(1 << 15) << false;
    QTest::newRow("the output layer's too") << int(Vectors::Use::Whole) << false << qint64(1 << 15) << false;
}

void GpuDecoderTest::leavesLargeTablesWithTheHost()
{
    QFETCH(int, use);
    QFETCH(bool, isTrained);
    QFETCH(qint64, rows);
    QFETCH(bool, isLeft);
    constexpr std::int64_t size = 1024; // of bfloat16: 64 MiB of 2^15 rows
    Vectors vectors(rows, size, Vectors::Use(use));
    const at::Tensor values = at::randn({rows, size}).to(at::kBFloat16);
    vectors.parameters()[0].set_data(values);
    vectors.parameters()[0].set_requires_grad(isTrained);
    vectors.to(m_gpu);
    QCOMPARE(vectors.weight().is_cpu(), isLeft);
    const at::Tensor ids = at::tensor({3, 1, 3}, at::kLong);
    const at::Tensor found = vectors.forward(ids.to(m_gpu), 2);
    QCOMPARE(found.device(), m_gpu);
    QVERIFY(at::equal(found.detach().cpu(), values.index_select(0, ids) * 2));
    vectors.to(at::kCPU);
    QVERIFY(vectors.weight().is_cpu());
}

QTEST_GUILESS_MAIN(GpuDecoderTest)
#include "tst_gpudecoder.moc"
