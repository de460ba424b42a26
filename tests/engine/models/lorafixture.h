// Adapters that PEFT has written (tests/fixtures/lora, by tests/reference/lora.py), opened on the models that they are
// for.
#pragma once

#include "engine/models/decoder/decoderfiles.h"
#include "engine/models/lora/peftfolder.h"
#include "engine/tensorfiles/modelfolder.h"
#include "tests/fixtures/referencetensors.h"

#include <QJsonDocument>
#include <QTest>

#include <optional>

namespace motley {

// The folders of tests/fixtures/lora, which tests/reference/lora.py wrote with PEFT.
inline void addAdapterNames()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"llama", "llama-patterns", "phi3", "qwen3_5", "qwen3_5-inside", "gemma3-inside", "gemma4",
             "gemma4-inside", "gemma3-words", "ministral3-inside"})
        QTest::newRow(name) << QString(name);
}

inline std::string adapterFolder(const QString &name)
{
    return MOTLEY_TESTS "/fixtures/lora/" + name.toStdString();
}

inline std::string baseFolder(const QString &name)
{
    return MOTLEY_TESTS "/fixtures/decoders/" + name.toStdString();
}

struct AdapterFixture {
    OpenedDecoder opened;
    LoraConfig config;
    at::Tensor ids;
    at::Tensor logits; // of the first row
    QString base;
};

inline std::optional<AdapterFixture> openAdapter(const QString &name)
{
    const QJsonObject reference = readReference(adapterFolder(name) + "/reference.json");
    const QString base = reference["base"].toString();
    auto opened = readDecoderFolder(baseFolder(base));
    const auto adapter = readPeftFolder(adapterFolder(name));
    if (!opened || !adapter)
        qFatal("%s", (!opened ? opened.error() : adapter.error()).message.c_str());
    const auto config = addAdapters(*opened->model, *adapter);
    if (!config) {
        qWarning("%s", config.error().message.c_str());
        return std::nullopt;
    }
    opened->model->eval();
    return AdapterFixture{
        *opened, *config, tensorOf(reference["ids"]).to(at::kLong), tensorOf(reference["logits"]), base};
}

// The largest difference, relative to the largest number.
inline double apart(const at::Tensor &ours, const at::Tensor &theirs)
{
    const at::Tensor wide = theirs.to(at::kDouble);
    return ((ours.to(at::kDouble) - wide).abs().max() / wide.abs().max()).item<double>();
}

inline at::Tensor logitsOf(Decoder &model, const at::Tensor &ids, const at::Tensor &keys = {})
{
    return logitsOf(model.head(model.forward(ids, keys), keys));
}

inline at::Tensor lossOf(Decoder &model, const at::Tensor &ids, const at::Tensor &keys = {})
{
    const at::Tensor logits = logitsOf(model, ids, keys).slice(1, 0, -1);
    return at::cross_entropy_loss(logits.flatten(0, 1).to(at::kFloat), ids.slice(1, 1).flatten());
}

inline NamedTensors gradientsOf(Decoder &model)
{
    NamedTensors gradients;
    for (const NamedTensor &item : trainableParametersOf(model))
        gradients.push_back({item.name, item.tensor.grad().defined() ? item.tensor.grad().clone() : at::Tensor()});
    return gradients;
}

inline std::shared_ptr<Decoder> openBase(const QString &name = "llama")
{
    return readDecoderFolder(baseFolder(name))->model;
}

// With norms that do not blow up small vectors, as in tests/reference/tuning.py.
inline std::shared_ptr<Decoder> openSteadyBase(const QString &name)
{
    auto files = readHuggingFaceFolder(baseFolder(name));
    QJsonObject config = QJsonDocument::fromJson(QByteArray::fromStdString(files->config)).object();
    config["rms_norm_eps"] = 0.05;
    files->config = QJsonDocument(config).toJson().toStdString();
    return openDecoder(*files)->model;
}

inline LoraConfig smallConfig()
{
    LoraConfig config;
    config.rank = 4;
    config.alpha = 8;
    return config;
}

inline at::Tensor someIds(std::int64_t samples)
{
    return (at::arange(samples * 12) * 7 % 29 + 3).view({samples, 12});
}

// B of each layer as training would leave it.
inline void fillSecond(Decoder &model)
{
    const torch::NoGradGuard noGradients;
    double angle = 0;
    for (const AdaptedLayer &item : adaptedLayers(model)) {
        const at::Tensor &second = item.adapter->second();
        second.copy_(at::sin(at::arange(second.numel(), at::kFloat) + angle).view_as(second) * 0.2);
        angle += 1;
    }
}

} // namespace motley
