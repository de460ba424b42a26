// For the tests of tokenizer.json: the fixtures, made by tests/reference/tokenizerfamilies.py, and changes to a small
// file.
#pragma once

#include "engine/data/tokenizers/pipeline/pipelinetokenizer.h"
#include "textfixture.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace motley {

inline std::string tokenizerFixture(const std::string &name)
{
    return fixtureBytes(("../tokenizers/" + name).c_str()).toStdString();
}

inline Result<PipelineTokenizer> tokenizerOf(const std::string &json)
{
    TokenizerFiles files;
    files.tokenizer = json;
    return PipelineTokenizer::fromFiles("folder", files);
}

inline QJsonObject smallTokenizer()
{
    return QJsonDocument::fromJson(R"({"version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
        "normalizer": null, "pre_tokenizer": null, "post_processor": null, "decoder": null,
        "model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2, "c": 3}, "merges": [["a", "b"]]}})")
        .object();
}

inline std::string textOf(const QJsonObject &json)
{
    return QJsonDocument(json).toJson(QJsonDocument::Compact).toStdString();
}

// The small tokenizer with another part, or with another field of its model.
inline std::string tokenizerWith(const QString &part, const QByteArray &value)
{
    const QJsonValue json = QJsonDocument::fromJson("[" + value + "]").array().at(0);
    QJsonObject tokenizer = smallTokenizer();
    if (part.startsWith("model.")) {
        QJsonObject model = tokenizer["model"].toObject();
        model[part.mid(6)] = json;
        tokenizer["model"] = model;
    } else {
        tokenizer[part] = json;
    }
    return textOf(tokenizer);
}

} // namespace motley
