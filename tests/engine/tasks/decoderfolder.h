// Folders of small decoders with a tokenizer, as Hugging Face's programs write them: the models of tests/fixtures/
// decoders, and for their 32 tokens the small letters, " ", "\n" and three special ones.
#pragma once

#include "taskdata.h"

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <string>

namespace motley {

inline QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    return file.readAll();
}

inline void writeBytes(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
}

inline QJsonObject jsonIn(const QString &path)
{
    return QJsonDocument::fromJson(bytesOf(path)).object();
}

inline void writeJson(const QString &path, const QJsonObject &object)
{
    writeBytes(path, QJsonDocument(object).toJson());
}

// `begins`: texts begin with <s>.
inline QJsonObject tokenizerOfLetters(bool begins)
{
    QJsonArray added;
    QJsonObject vocabulary;
    int id = 0;
    for (const char *special : {"<pad>", "<s>", "</s>"}) {
        added.append(QJsonObject{{"id", id}, {"content", special}, {"single_word", false}, {"lstrip", false},
            {"rstrip", false}, {"normalized", false}, {"special", true}});
        vocabulary[special] = id++;
    }
    for (const char *letter : {"\u010a", "\u0120", "."}) // "\n" and " ", as byte pairs write them
        vocabulary[QString::fromUtf8(letter)] = id++;
    for (char letter = 'a'; letter <= 'z'; ++letter)
        vocabulary[QString(QLatin1Char(letter))] = id++;
    const QJsonObject byteLevel{
        {"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", true}, {"use_regex", true}};
    const QJsonObject begin{{"SpecialToken", QJsonObject{{"id", "<s>"}, {"type_id", 0}}}};
    const auto text = [](const char *name, int type) {
        return QJsonObject{{"Sequence", QJsonObject{{"id", name}, {"type_id", type}}}};
    };
    const QJsonObject around{{"type", "TemplateProcessing"}, {"single", QJsonArray{begin, text("A", 0)}},
        {"pair", QJsonArray{begin, text("A", 0), begin, text("B", 1)}},
        {"special_tokens",
            QJsonObject{{"<s>",
                QJsonObject{{"id", "<s>"}, {"ids", QJsonArray{1}}, {"tokens", QJsonArray{QStringLiteral("<s>")}}}}}}};
    return {{"version", "1.0"}, {"truncation", QJsonValue()}, {"padding", QJsonValue()}, {"added_tokens", added},
        {"normalizer", QJsonValue()}, {"pre_tokenizer", byteLevel},
        {"post_processor", begins ? QJsonValue(around) : QJsonValue()}, {"decoder", byteLevel},
        {"model",
            QJsonObject{{"type", "BPE"}, {"dropout", QJsonValue()}, {"unk_token", QJsonValue()},
                {"continuing_subword_prefix", QJsonValue()}, {"end_of_word_suffix", QJsonValue()}, {"fuse_unk", false},
                {"byte_fallback", false}, {"ignore_merges", false}, {"vocab", vocabulary}, {"merges", QJsonArray()}}}};
}

// `family`: a folder of the fixtures.
inline void writeDecoderFolder(const QString &family, const QString &folder, bool begins = true)
{
    const QString from = QStringLiteral(MOTLEY_TESTS "/fixtures/decoders/") + family;
    QDir().mkpath(folder);
    for (const char *file : {"/config.json", "/model.safetensors"})
        writeBytes(folder + file, bytesOf(from + file));
    writeJson(folder + "/tokenizer.json", tokenizerOfLetters(begins));
    writeJson(folder + "/tokenizer_config.json",
        {{"tokenizer_class", "PreTrainedTokenizerFast"}, {"bos_token", "<s>"}, {"eos_token", "</s>"},
            {"pad_token", "<pad>"}, {"model_max_length", 64}});
    writeJson(folder + "/generation_config.json", {{"eos_token_id", 2}, {"temperature", 0.6}, {"do_sample", true}});
    writeBytes(folder + "/chat_template.jinja", "{{ messages[0]['content'] }}");
}

// A job's task that goes on from the folder, with a text of `lines` lines that is written into it.
inline LanguageModelSpec decoderTask(const QString &folder, int lines = 120)
{
    const char *words[] = {"the", "cat", "sat", "on", "a", "warm", "stone", "and", "saw", "birds"};
    std::uint32_t state = 7;
    QByteArray text;
    for (int line = 0; line < lines; ++line) {
        for (int word = 0; word < 6; ++word) {
            state = state * 1664525u + 1013904223u;
            text += words[(state >> 16) % std::size(words)] + QByteArray(word < 5 ? " " : ".\n");
        }
    }
    writeBytes(folder + "/text.txt", text);
    LanguageModelSpec spec;
    spec.model.start = folder.toStdString();
    spec.model.context = 24;
    spec.data.train = spec.data.test = folder.toStdString() + "/text.txt";
    spec.data.units = LanguageModelData::Units::OfModel;
    return spec;
}

// Small vectors are not blown up by norms. In these folders the first state of a recurrent layer and gated inputs are
// so small that norms divide by it, and rounding would grow tenfold in each step.
inline void steadyNorms(const QString &folder)
{
    QJsonObject config = jsonIn(folder + "/config.json");
    config["rms_norm_eps"] = 0.05;
    writeJson(folder + "/config.json", config);
}

// For makeTaskJob().
inline TaskJob decoderJob(const std::string &family, const std::string &folder)
{
    const QString path = QString::fromStdString(folder);
    writeDecoderFolder(QString::fromStdString(family), path);
    steadyNorms(path);
    TaskJob made;
    made.job.task = decoderTask(path);
    made.testData = folder + "/text.txt";
    return made;
}

} // namespace motley
