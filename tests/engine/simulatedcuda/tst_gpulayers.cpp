// Layers that compute in another way on a GPU than on a processor.
#include "engine/device/computedevice.h"
#include "engine/device/devicememory.h"
#include "engine/device/mixedprecision.h"
#include "engine/models/causal/chunkedloss.h"
#include "engine/models/layers/attention.h"
#include "engine/models/layers/blockattention.h"
#include "engine/models/layers/keyeddropout.h"
#include "engine/models/layers/outputlayer.h"
#include "engine/models/layers/tokenlosses.h"
#include "gpudevices.h"

#include <ATen/ATen.h>

#include <QTest>

using namespace motley;

class GpuLayersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void padsWordsIn16BitsOnly_data();
    void padsWordsIn16BitsOnly();
    void sumsLossesInChunks_data() { padsWordsIn16BitsOnly_data(); }
    void sumsLossesInChunks();
    void dropsTheSameElements();
    void keepsScoresIn16Bits();
    void attendsInBlocks_data();
    void attendsInBlocks();
    void keepsNoSquareOfTheTokens();

private:
    c10::Device m_device = at::kCPU;
};

namespace {

double apart(const at::Tensor &found, const at::Tensor &expected)
{
    return ((found.cpu().to(at::kFloat) - expected).norm() / expected.norm()).item<double>();
}

at::Tensor parameter(const at::Tensor &values, c10::Device device)
{
    return values.detach().to(device).requires_grad_();
}

} // namespace

void GpuLayersTest::initTestCase()
{
    const auto device = openDevice(gpu(0), 1);
    QVERIFY(device);
    m_device = *device;
}

void GpuLayersTest::padsWordsIn16BitsOnly_data()
{
    QTest::addColumn<bool>("isLow");
    QTest::addColumn<qint64>("words");
    QTest::addColumn<bool>("hasBias");
    for (const bool isLow : {false, true})
        for (const qint64 words : {50, 64, 129})
            for (const bool hasBias : {false, true})
                QTest::addRow("%s, %lld words%s", isLow ? "bfloat16" : "float32", words, hasBias ? ", bias" : "")
                    << isLow << words << hasBias;
}

// The result has the vocabulary's words and no others, and all gradients are those of the plain product.
void GpuLayersTest::padsWordsIn16BitsOnly()
{
    QFETCH(bool, isLow);
    QFETCH(qint64, words);
    QFETCH(bool, hasBias);
    const at::Tensor x = at::randn({3, 100, 8}), weight = at::randn({words, 8}), bias = at::randn({words});
    const at::Tensor weights = at::randn({3, 100, words}); // of the sum whose gradients are taken
    const auto run = [&](c10::Device device) {
        const at::Tensor in = parameter(x, device), matrix = parameter(weight, device), added = parameter(bias, device);
        const MixedPrecision low(
            {isLow && device.is_cuda() ? PrecisionSpec::Kind::BFloat16 : PrecisionSpec::Kind::Float32}, device);
        const at::Tensor logits = wordLogits(in, matrix, hasBias ? added : at::Tensor());
        (logits.to(at::kFloat) * weights.to(device)).sum().backward();
        std::vector<at::Tensor> results{logits, in.grad(), matrix.grad()};
        if (hasBias)
            results.push_back(added.grad());
        return results;
    };
    const auto expected = run(at::kCPU), found = run(m_device);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        QCOMPARE(found[i].sizes().vec(), expected[i].sizes().vec());
        QVERIFY(apart(found[i], expected[i].detach()) < (isLow ? 1e-2 : 1e-6));
    }
}

// The biases become a second product, as an adapter's.
void GpuLayersTest::sumsLossesInChunks()
{
    QFETCH(bool, isLow);
    QFETCH(qint64, words);
    QFETCH(bool, hasBias);
    const at::Tensor x = at::randn({3, 100, 8}), weight = at::randn({words, 8}), bias = at::randn({words, 1});
    const at::Tensor labels = at::arange(300).remainder(words).view({3, 100});
    labels.slice(1, 10, 30).fill_(noLabel);
    const auto run = [&](c10::Device device, std::int64_t most) {
        const at::Tensor in = parameter(x, device), matrix = parameter(weight, device), added = parameter(bias, device);
        const MixedPrecision low(
            {isLow && device.is_cuda() ? PrecisionSpec::Kind::BFloat16 : PrecisionSpec::Kind::Float32}, device);
        OutputHead head{{{in, matrix}}, 2, 5};
        if (hasBias)
            head.products.push_back({at::ones({3, 100, 1}, in.options()), added});
        const at::Tensor loss = summedWordLoss(head, labels.to(device), most);
        loss.backward();
        std::vector<at::Tensor> results{loss, in.grad(), matrix.grad()};
        if (hasBias)
            results.push_back(added.grad());
        return results;
    };
    const auto expected = run(at::kCPU, mostLogits), found = run(m_device, 5 * 70 * words);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        QCOMPARE(found[i].sizes().vec(), expected[i].sizes().vec());
        QVERIFY(apart(found[i], expected[i].detach()) < (isLow ? 1e-2 : 1e-6));
    }
}

void GpuLayersTest::dropsTheSameElements()
{
    const at::Tensor keys = dropoutKeys(1, 2, std::vector<std::int64_t>{3, 4, 5});
    for (const auto type : {at::kFloat, at::kHalf, at::kBFloat16, at::kDouble}) {
        const at::Tensor x = at::randn({3, 5, 7, 11}).to(type);
        const at::Tensor there = keyedDropout(x.to(m_device), 0.3, keys.to(m_device), 1, {5, 16, 16});
        QVERIFY(at::equal(there.cpu(), keyedDropout(x, 0.3, keys, 1, {5, 16, 16})));
    }
}

// Half of the memory and time of attention: no tensor of scores is float32, in either direction.
void GpuLayersTest::keepsScoresIn16Bits()
{
    const at::Tensor x = at::randn({2, 6, 8});
    const at::Tensor bias = at::tensor({0.0, 0.0, 0.0, 0.0, -1e4, -1e4}).view({1, 1, 1, 6}).expand({2, 1, 1, 6});
    const at::Tensor keys = dropoutKeys(1, 2, std::vector<std::int64_t>{3, 4});
    const auto run = [&](c10::Device device, at::ScalarType type) {
        const at::Tensor in = parameter(x, device);
        const MixedPrecision low(
            {device.is_cuda() ? PrecisionSpec::Kind::BFloat16 : PrecisionSpec::Kind::Float32}, device);
        const at::Tensor each = in.to(type);
        const at::Tensor out = attention({each, each, each, 2, bias.to(device)}, {{keys.to(device)}, 0.1, 1, 6});
        out.to(at::kFloat).square().sum().backward();
        return std::pair(out, in.grad());
    };
    const auto expected = run(at::kCPU, at::kFloat);
    const auto found = run(m_device, at::kBFloat16);
    QCOMPARE(found.first.scalar_type(), at::kBFloat16);
    QVERIFY(apart(found.first, expected.first.detach()) < 2e-2);
    QVERIFY(apart(found.second, expected.second) < 3e-2);
}

void GpuLayersTest::attendsInBlocks_data()
{
    QTest::addColumn<bool>("isLow");
    QTest::addColumn<qint64>("window");
    for (const bool isLow : {false, true})
        for (const qint64 window : {0, 30})
            QTest::addRow("%s, window %lld", isLow ? "bfloat16" : "float32", window) << isLow << window;
}

namespace {

// Half of 4 heads' keys each, of rows of two texts; the outputs and all gradients.
std::vector<at::Tensor> attendedInBlocks(
    const at::Tensor &queries, const at::Tensor &keys, std::int64_t window, std::int64_t block, c10::Device device)
{
    const std::int64_t tokens = queries.size(2), border = tokens / 3;
    const at::Tensor places = at::arange(tokens, at::kLong);
    const at::Tensor texts = places.ge(border).to(at::kLong).expand({queries.size(0), tokens});
    const at::Tensor positions = (places - texts * border).to(device);
    const auto sight = std::make_shared<const BlockSight>(blockSightOf(texts.to(device), positions, window, block));
    const at::Tensor query = parameter(queries, device), key = parameter(keys, device),
                     value = parameter(-keys, device);
    const at::Tensor out = attentionInBlocks(query, key, value, sight, std::nullopt);
    out.to(at::kFloat).square().sum().backward();
    return {out, query.grad(), key.grad(), value.grad()};
}

} // namespace

// With other blocks than a processor's, whose texts the host does not know, and without waiting to know them.
void GpuLayersTest::attendsInBlocks()
{
    QFETCH(bool, isLow);
    QFETCH(qint64, window);
    const at::Tensor queries = at::randn({2, 4, 150, 8}), keys = at::randn({2, 2, 150, 8});
    const auto expected = attendedInBlocks(queries, keys, window, 64, at::kCPU);
    const auto type = isLow ? at::kBFloat16 : at::kFloat;
    const auto found = attendedInBlocks(queries.to(type), keys.to(type), window, 40, m_device);
    for (std::size_t i = 0; i < expected.size(); ++i)
        QVERIFY(apart(found[i], expected[i].detach()) < (isLow ? 2e-2 : 1e-6));
}

// Twice the tokens take twice the memory, although scores are kept here while a block is computed.
void GpuLayersTest::keepsNoSquareOfTheTokens()
{
    const auto peakOf = [&](std::int64_t tokens) {
        const at::Tensor queries = at::randn({1, 4, tokens, 8}), keys = at::randn({1, 2, tokens, 8});
        const std::int64_t before = usedMemory(m_device);
        restartPeak(m_device);
        attendedInBlocks(queries, keys, 0, 64, m_device);
        return double(peakMemory(m_device) - before);
    };
    const double ratio = peakOf(2048) / peakOf(1024);
    qInfo("twice the tokens take %.2f times the memory", ratio);
    QVERIFY(ratio < 2.1);
}

QTEST_GUILESS_MAIN(GpuLayersTest)
#include "tst_gpulayers.moc"
