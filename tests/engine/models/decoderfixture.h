// The small decoders of tests/fixtures/decoders, with what transformers compute with them.
#pragma once

#include "engine/models/decoder/decoderfiles.h"
#include "tests/fixtures/referencetensors.h"

#include <QTest>

#include <optional>

namespace motley {

// The folders of tests/fixtures/decoders, which tests/reference/decoders.py wrote with transformers.
inline void addFamilies()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"llama", "llama-linear", "qwen2", "qwen3", "qwen3_5", "gemma3", "gemma4", "gemma4-dense",
             "mistral", "ministral3", "smollm3", "granite", "phi3", "olmo3", "qwen3_5-inside", "gemma3-inside",
             "gemma4-inside", "ministral3-inside"})
        QTest::newRow(name) << QString(name);
}

inline std::string fixtureOf(const QString &name)
{
    return MOTLEY_TESTS "/fixtures/decoders/" + name.toStdString();
}

struct Fixture {
    OpenedDecoder opened;
    at::Tensor ids;
    at::Tensor logits; // of the first row
    at::Tensor greedy;
    std::int64_t prompt = 0;
};

inline std::optional<Fixture> openFixture(const QString &name)
{
    const auto opened = readDecoderFolder(fixtureOf(name));
    if (!opened) {
        qWarning("%s", opened.error().message.c_str());
        return std::nullopt;
    }
    opened->model->eval();
    const QJsonObject reference = readReference(fixtureOf(name) + "/reference.json");
    return Fixture{*opened, tensorOf(reference["ids"]).to(at::kLong), tensorOf(reference["logits"]),
        tensorOf(reference["greedy"]).to(at::kLong), reference["prompt"].toInt()};
}

// The largest difference, relative to the largest number.
inline double apart(const at::Tensor &ours, const at::Tensor &theirs)
{
    const at::Tensor wide = theirs.to(at::kDouble);
    return ((ours.to(at::kDouble) - wide).abs().max() / wide.abs().max()).item<double>();
}

} // namespace motley
