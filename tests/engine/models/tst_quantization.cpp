// Weights in 8 and 4 bits, and layers that multiply by them. Judges: bitsandbytes (tests/fixtures/quantised, by
// tests/reference/quantised.py), and what the words say.
#include "engine/models/decoder/packedtensors.h"
#include "engine/models/lora/quantisedbase.h"
#include "engine/models/quantization/int8weight.h"
#include "engine/models/quantization/nf4weight.h"
#include "engine/tensorfiles/safetensors.h"
#include "lorafixture.h"

#include <ATen/autocast_mode.h>

#include <cmath>

using namespace motley;

namespace {

const std::string folder = MOTLEY_TESTS "/fixtures/quantised/";

NamedTensors fixtureOf(const std::string &name)
{
    const NamedTensors all = *readSafetensors(folder + "weights.safetensors");
    NamedTensors parts;
    for (const NamedTensor &item : all)
        if (item.name.starts_with(name + "."))
            parts.push_back({item.name.substr(name.size() + 1), item.tensor});
    return parts;
}

// As bitsandbytes' program writes them in a model's file.
NamedTensors asInFile(const NamedTensors &parts)
{
    NamedTensors tensors;
    for (const NamedTensor &item : parts)
        if (item.name == "packed")
            tensors.push_back({"layer.weight", item.tensor});
        else if (item.name != "weight" && item.name != "dense")
            tensors.push_back({"layer.weight." + item.name, item.tensor});
    return tensors;
}

at::Tensor partCalled(const PackedWeight &weight, const std::string &name)
{
    for (const PackedPart &part : weight.parts())
        if (part.name == name)
            return part.tensor;
    return {};
}

at::Tensor unlikeRows(std::int64_t outputs, std::int64_t inputs)
{
    return at::randn({outputs, inputs}) * at::rand({outputs, 1});
}

std::shared_ptr<const PackedWeight> packedOf(const at::Tensor &weight, Quantization bits)
{
    if (bits == Quantization::Int8)
        return std::make_shared<const Int8Weight>(weight);
    return std::make_shared<const Nf4Weight>(weight);
}

} // namespace

Q_DECLARE_METATYPE(motley::Quantization)

class TestQuantization : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void packsAsBitsandbytesDoes_data();
    void packsAsBitsandbytesDoes();
    void readsWhatBitsandbytesPacked_data() { packsAsBitsandbytesDoes_data(); }
    void readsWhatBitsandbytesPacked();
    void hasItsMaps();
    void roundsRowsToEightBits();
    void computesLargeWeightsInParts();
    void keepsThePackedWeightAlone_data();
    void keepsThePackedWeightAlone();
    void multipliesAsTheDenseLayer_data() { keepsThePackedWeightAlone_data(); }
    void multipliesAsTheDenseLayer();
    void packsLinearLayersOfTheBase_data() { keepsThePackedWeightAlone_data(); }
    void packsLinearLayersOfTheBase();
    void refusesDamagedParts_data();
    void refusesDamagedParts();
    void opensTheModelOfBitsandbytes();
};

void TestQuantization::packsAsBitsandbytesDoes_data()
{
    QTest::addColumn<QString>("type");
    for (const char *type : {"float32", "bfloat16", "float16"})
        QTest::newRow(type) << QString(type);
}

void TestQuantization::packsAsBitsandbytesDoes()
{
    QFETCH(QString, type);
    const NamedTensors theirs = fixtureOf(type.toStdString());
    const Nf4Weight ours(*findTensor(theirs, "weight"));
    QVERIFY(at::equal(partCalled(ours, "weight"), findTensor(theirs, "packed")->view({-1})));
    QVERIFY(at::equal(partCalled(ours, "absmax"), *findTensor(theirs, "absmax")));
    QVERIFY(at::allclose(partCalled(ours, "nested_absmax"), *findTensor(theirs, "nested_absmax"), 1e-6, 0));
    const at::Tensor dense = ours.dense();
    QCOMPARE(dense.scalar_type(), findTensor(theirs, "dense")->scalar_type());
    QVERIFY(apart(dense, *findTensor(theirs, "dense")) < 1e-6);
}

void TestQuantization::readsWhatBitsandbytesPacked()
{
    QFETCH(QString, type);
    const NamedTensors theirs = fixtureOf(type.toStdString());
    NamedTensors tensors = asInFile(theirs);
    tensors.push_back({"layer.bias", at::zeros({3})});
    const auto packed = takePackedWeights(tensors);
    QVERIFY2(packed, packed ? "" : packed.error().message.c_str());
    QCOMPARE(packed->size(), std::size_t(1));
    QCOMPARE(tensors.size(), std::size_t(1)); // the bias is left
    QVERIFY(at::equal(packed->at("layer")->dense(), *findTensor(theirs, "dense")));
}

void TestQuantization::hasItsMaps()
{
    const NamedTensors theirs = fixtureOf("float32");
    QVERIFY(at::equal(nf4Map(), *findTensor(theirs, "quant_map")));
    QVERIFY(at::allclose(dynamicMap(), *findTensor(theirs, "nested_quant_map"), 2e-7, 0));
}

// Each number is the nearest of 255 equal steps, to which the row's largest number gives the size.
void TestQuantization::roundsRowsToEightBits()
{
    const at::Tensor weight = unlikeRows(7, 33);
    weight[2].zero_();
    const Int8Weight packed(weight);
    const at::Tensor dense = packed.dense();
    QCOMPARE(partCalled(packed, "weight").scalar_type(), at::kChar);
    for (int row = 0; row < 7; ++row) {
        const double step = weight[row].abs().max().item<double>() / 127;
        for (int i = 0; i < 33; ++i) {
            const double number = weight[row][i].item<double>();
            const double expected = step == 0 ? 0 : std::nearbyint(number / step) * step;
            QVERIFY(std::abs(dense[row][i].item<double>() - expected) <= 1e-4 * step);
        }
    }
    const at::Tensor low = weight.to(at::kBFloat16);
    QCOMPARE(Int8Weight(low).dense().scalar_type(), at::kBFloat16);
    QVERIFY(apart(Int8Weight(low).dense(), low) < 0.02);
}

// A weight beyond what is computed at once, with borders of parts inside of rows.
void TestQuantization::computesLargeWeightsInParts()
{
    const at::Tensor weight = at::randn({600, 1}).expand({600, 64 * 469}).contiguous().to(at::kBFloat16);
    QVERIFY(weight.numel() > (std::int64_t(1) << 24));
    QVERIFY(apart(Int8Weight(weight).dense(), weight) < 0.01);
    const at::Tensor dense = Nf4Weight(weight).dense(); // all numbers of a block are the largest of it
    QVERIFY(apart(dense, weight) < 0.02);
}

void TestQuantization::keepsThePackedWeightAlone_data()
{
    QTest::addColumn<Quantization>("bits");
    QTest::newRow("int8") << Quantization::Int8;
    QTest::newRow("nf4") << Quantization::Nf4;
}

void TestQuantization::keepsThePackedWeightAlone()
{
    QFETCH(Quantization, bits);
    Projection layer(256, 512, /*bias=*/false);
    layer.parameters()[0].set_data(unlikeRows(512, 256));
    const at::Tensor whole = layer.weight();
    layer.pack(packedOf(whole, bits));
    std::int64_t bytes = 0;
    for (const at::Tensor &parameter : layer.parameters()) {
        QVERIFY(!parameter.requires_grad());
        bytes += std::int64_t(parameter.nbytes());
    }
    const double tables = bits == Quantization::Nf4 ? 256 * 3 * 4 : 0;
    const double perNumber = (double(bytes) - tables) * 8 / (256 * 512);
    QVERIFY2(perNumber < (bits == Quantization::Nf4 ? 4.14 : 8.13), qPrintable(QString::number(perNumber)));
    // What the graph holds on to: the weight of the product, and nothing of its size.
    const at::Tensor x = at::randn({3, 256}).requires_grad_();
    const at::Tensor y = layer.forward(x);
    const auto *node = dynamic_cast<const torch::autograd::Node *>(y.grad_fn().get());
    QVERIFY(node);
    QVERIFY(QString::fromStdString(node->name()).contains("PackedProduct"));
    QVERIFY(!layer.weight().defined());
}

void TestQuantization::multipliesAsTheDenseLayer()
{
    QFETCH(Quantization, bits);
    const at::Tensor weight = unlikeRows(24, 40), bias = at::randn({24}), x = at::randn({2, 5, 40});
    for (const bool isLow : {false, true}) {
        Projection packed(40, 24, true), dense(40, 24, true);
        for (Projection *layer : {&packed, &dense}) {
            layer->named_parameters()["weight"].set_data(weight);
            layer->named_parameters()["bias"].set_data(bias);
            for (at::Tensor &parameter : layer->parameters())
                parameter.set_requires_grad(false);
        }
        packed.pack(packedOf(weight, bits));
        QVERIFY(!at::equal(packed.denseWeight(), weight));
        dense.parameters()[0].set_data(packed.denseWeight());
        std::vector<at::Tensor> outputs, gradients;
        for (Projection *layer : {&packed, &dense}) {
            const at::Tensor in = x.clone().requires_grad_();
            at::autocast::set_autocast_enabled(at::kCPU, isLow);
            at::autocast::set_autocast_dtype(at::kCPU, at::kBFloat16);
            outputs.push_back(layer->forward(in));
            at::autocast::set_autocast_enabled(at::kCPU, false);
            at::autocast::clear_cache();
            outputs.back().to(at::kFloat).square().sum().backward();
            gradients.push_back(in.grad());
        }
        QCOMPARE(outputs[0].scalar_type(), isLow ? at::kBFloat16 : at::kFloat);
        QVERIFY(at::equal(outputs[0], outputs[1]));
        QCOMPARE(gradients[0].scalar_type(), at::kFloat);
        QVERIFY(apart(gradients[0], gradients[1]) < (isLow ? 1e-2 : 1e-6));
    }
}

void TestQuantization::packsLinearLayersOfTheBase()
{
    QFETCH(Quantization, bits);
    const auto model = openBase();
    QVERIFY(addAdapters(*model, smallConfig(), 1));
    const auto good = quantise(*model, bits);
    QVERIFY2(good, good ? "" : good.error().message.c_str());
    QCOMPARE(quantizationOf(*model), bits);
    for (const auto &[name, layer] : linearLayers(*model))
        QCOMPARE(bool(layer->packed()), name != "lm_head");
    const NamedTensors state = stateDict(*model);
    QVERIFY(findTensor(state, "model.embed_tokens.weight")->is_floating_point());
    lossOf(*model, someIds(2)).backward();
    for (const NamedTensor &item : trainableParametersOf(*model)) {
        QVERIFY(item.name.find("lora_") != std::string::npos);
        QVERIFY(item.tensor.grad().defined());
    }
    // Merged, each layer is what it multiplied by and what its adapter adds.
    fillSecond(*model);
    const at::Tensor before = logitsOf(*model, someIds(2));
    const auto whole = openBase();
    QVERIFY(copyInto(stateDict(*whole), mergedTensors(*model)));
    QVERIFY(apart(logitsOf(*whole, someIds(2)), before) < 1e-5);
}

void TestQuantization::refusesDamagedParts_data()
{
    QTest::addColumn<QString>("part");
    QTest::addColumn<QByteArray>("state"); // replaced in it, "old|new"; empty: the part is damaged instead
    QTest::addColumn<QString>("says");
    const auto part = [](const char *name, const char *says) { QTest::newRow(name) << name << QByteArray() << says; };
    part("absmax", "layer.weight.absmax does not fit");
    part("nested_absmax", "layer.weight.nested_absmax does not fit");
    part("nested_quant_map", "layer.weight.nested_quant_map does not fit");
    part("quant_map", "layer.weight.quant_map does not fit");
    const auto state = [](const char *change, const char *says) {
        QTest::newRow(change) << QString() << QByteArray(change) << says;
    };
    state("\"nf4\"|\"fp4\"", "fp4");
    state("48, 448|48, 449", "layer.weight does not fit");
    state("48, 448|48, 99999999999", "shape");
    state("48, 448|21504", "shape");
    state("\"blocksize\": 64|\"blocksize\": 0", "blocksize");
    state("\"blocksize\": 64|\"blocksize\": 48", "blocksize");
    state("\"nested_blocksize\": 256|\"nested_blocksize\": 128", "nested_absmax does not fit");
    state("\"float32\", \"shape\"|\"int8\", \"shape\"", "dtype");
    state("{|[", "");
}

void TestQuantization::refusesDamagedParts()
{
    QFETCH(QString, part);
    QFETCH(QByteArray, state);
    QFETCH(QString, says);
    NamedTensors tensors = asInFile(fixtureOf("float32"));
    for (NamedTensor &item : tensors) {
        if (!part.isEmpty() && item.name == "layer.weight." + part.toStdString())
            item.tensor = item.tensor.slice(0, 1);
        if (state.isEmpty() || item.name.find("quant_state") == std::string::npos)
            continue;
        QByteArray text(static_cast<const char *>(item.tensor.const_data_ptr()), qsizetype(item.tensor.numel()));
        const auto change = state.split('|');
        QVERIFY2(text.contains(change[0]), text);
        text.replace(change[0], change[1]);
        item.tensor = at::empty({text.size()}, at::kByte);
        std::copy(text.begin(), text.end(), static_cast<char *>(item.tensor.data_ptr()));
    }
    const auto packed = takePackedWeights(tensors);
    QVERIFY(!packed);
    QVERIFY2(QString::fromStdString(packed.error().message).contains(says), packed.error().message.c_str());
}

void TestQuantization::opensTheModelOfBitsandbytes()
{
    const auto opened = readDecoderFolder(folder + "llama-nf4");
    QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
    QCOMPARE(quantizationOf(*opened->model), Quantization::Nf4);
    QVERIFY(!QString::fromStdString(opened->config).contains("quantization_config"));
    const auto ours = openBase();
    QVERIFY(addAdapters(*ours, smallConfig(), 1)); // which leaves the base frozen, as packing asks for
    QVERIFY(quantise(*ours, Quantization::Nf4));
    opened->model->eval();
    ours->eval();
    const torch::NoGradGuard noGradients;
    QVERIFY(apart(logitsOf(*opened->model, someIds(2)), logitsOf(*ours, someIds(2))) < 1e-6);
    const auto refused = quantise(*opened->model, Quantization::Int8);
    QVERIFY(!refused);
    QVERIFY(QString::fromStdString(refused.error().message).contains("NF4"));
}

QTEST_GUILESS_MAIN(TestQuantization)
#include "tst_quantization.moc"
