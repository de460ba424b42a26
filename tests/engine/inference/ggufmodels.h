// Folders of small models with a tokenizer, as a GGUF file is made of.
#pragma once

#include "tests/engine/models/lorafixture.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace motley {

inline void writeFile(const QString &path, const QByteArray &text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
}

// 32 tokens, as many as the fixtures have.
inline QByteArray lettersTokenizer()
{
    QJsonObject vocabulary{{"<pad>", 0}, {"<s>", 1}, {"</s>", 2}, {"\u0120", 3}, {"ab", 4}};
    for (int i = 5; i < 31; ++i)
        vocabulary[QString(QChar('a' + i - 5))] = i;
    QJsonArray added;
    for (const char *name : {"<pad>", "<s>", "</s>"})
        added.append(QJsonObject{{"id", int(added.size())}, {"content", name}, {"single_word", false},
            {"lstrip", false}, {"rstrip", false}, {"normalized", false}, {"special", true}});
    QJsonArray merges;
    merges.append(QJsonArray{"a", "b"});
    const QJsonObject bytes{
        {"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", true}, {"use_regex", true}};
    const QJsonObject model{{"type", "BPE"}, {"dropout", QJsonValue()}, {"unk_token", QJsonValue()},
        {"continuing_subword_prefix", QJsonValue()}, {"end_of_word_suffix", QJsonValue()}, {"fuse_unk", false},
        {"byte_fallback", false}, {"ignore_merges", false}, {"vocab", vocabulary}, {"merges", merges}};
    const QJsonObject begin{{"id", "<s>"}, {"ids", QJsonArray{1}}, {"tokens", QJsonArray{"<s>"}}};
    const QJsonArray single{QJsonObject{{"SpecialToken", QJsonObject{{"id", "<s>"}, {"type_id", 0}}}},
        QJsonObject{{"Sequence", QJsonObject{{"id", "A"}, {"type_id", 0}}}}};
    const QJsonObject ends{{"type", "TemplateProcessing"}, {"single", single}, {"pair", single},
        {"special_tokens", QJsonObject{{"<s>", begin}}}};
    return QJsonDocument(QJsonObject{{"version", "1.0"}, {"truncation", QJsonValue()}, {"padding", QJsonValue()},
                             {"added_tokens", added}, {"normalizer", QJsonValue()}, {"pre_tokenizer", bytes},
                             {"post_processor", ends}, {"decoder", bytes}, {"model", model}})
        .toJson();
}

// The model of a fixture in a new folder, with a tokenizer.
inline QString copyWithTokenizer(const QString &fixture, const QString &folder)
{
    const QString from = QString::fromStdString(baseFolder(fixture));
    QDir().mkpath(folder);
    for (const char *file : {"/config.json", "/model.safetensors"})
        QFile::copy(from + file, folder + file);
    writeFile(folder + "/tokenizer.json", lettersTokenizer());
    writeFile(folder + "/tokenizer_config.json",
        R"({"bos_token": "<s>", "eos_token": "</s>", "chat_template": "{{ messages[0].content }}"})");
    return folder;
}

} // namespace motley
