// tests/fixtures/bert as tests/reference/bert.py wrote it: a very small BERT, rows to train it with, PyTorch's numbers.
#pragma once

#include "engine/models/bert/bert.h"
#include "tests/fixtures/referencetensors.h"

#include <string>

class BertFixture {
public:
    struct Rows {
        motley::BertInputs inputs;
        at::Tensor labels; // int64 [samples, tokens], below 0 where no token is predicted
        at::Tensor next; // int64 [samples]
    };

    BertFixture();

    std::string folder() const;
    motley::BertConfig config() const;
    Rows batch(int step) const;
    at::Tensor tensor(const char *name) const; // float, as reference.json has it
    at::Tensor tensor(const char *object, const char *name) const;

private:
    QJsonObject m_reference;
};

inline BertFixture::BertFixture() : m_reference(readReference(folder() + "/reference.json")) { }

inline std::string BertFixture::folder() const
{
    return MOTLEY_TESTS "/fixtures/bert";
}

inline motley::BertConfig BertFixture::config() const
{
    motley::BertConfig config;
    config.vocabulary = 96;
    config.hiddenSize = 16;
    config.layers = 2;
    config.heads = 2;
    config.intermediateSize = 32;
    config.positions = 24;
    return config;
}

inline BertFixture::Rows BertFixture::batch(int step) const
{
    const QJsonObject rows = m_reference["rows"].toObject();
    const std::int64_t size = m_reference["batch"].toInt();
    const auto part = [&](const char *name) {
        return tensorOf(rows[QLatin1String(name)]).to(at::kLong).slice(0, step * size, (step + 1) * size);
    };
    return {{part("ids"), part("segments"), part("mask"), {}}, part("labels"), part("next")};
}

inline at::Tensor BertFixture::tensor(const char *name) const
{
    return tensorOf(m_reference[QLatin1String(name)]).to(at::kFloat);
}

inline at::Tensor BertFixture::tensor(const char *object, const char *name) const
{
    return tensorOf(m_reference[QLatin1String(object)].toObject()[QLatin1String(name)]).to(at::kFloat);
}
