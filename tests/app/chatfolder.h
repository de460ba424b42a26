// A small chat model with a token for each byte, and conversations to train it on.
#pragma once

#include "tests/engine/tasks/decoderfolder.h"

namespace motley {

constexpr const char *chatTurns = "{% for m in messages %}<s>{{ m.role }}\n{{ m.content }}</s>\n{% endfor %}"
                                  "{% if add_generation_prompt %}<s>assistant\n{% endif %}";

inline QByteArray conversation(const QString &question, const QString &answer)
{
    const auto message = [](const char *role, const QString &content) {
        return QJsonObject{{"role", role}, {"content", content}};
    };
    const QJsonArray messages{message("user", question), message("assistant", answer)};
    return QJsonDocument(QJsonObject{{"messages", messages}}).toJson(QJsonDocument::Compact) + '\n';
}

inline QByteArray noAnswer()
{
    return R"({"messages": [{"role": "user", "content": "Is anybody there?"}]})"
           "\n";
}

// A token for each byte.
inline QJsonObject tokenizerOfBytes()
{
    QJsonObject tokenizer = tokenizerOfLetters(false);
    QJsonObject model = tokenizer["model"].toObject();
    QJsonObject vocabulary = model["vocab"].toObject();
    const auto isPrinted
        = [](int byte) { return (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174; };
    int unprinted = 0;
    for (int byte = 0; byte < 256; ++byte) {
        const QString letter(QChar(isPrinted(byte) ? byte : 256 + unprinted++));
        if (!vocabulary.contains(letter))
            vocabulary[letter] = static_cast<int>(vocabulary.size());
    }
    model["vocab"] = vocabulary;
    tokenizer["model"] = model;
    return tokenizer;
}

// A job's task in a folder that is written; `rows` is the text of the file to train on.
inline LanguageModelSpec chatIn(const QString &folder, const QByteArray &rows)
{
    writeDecoderFolder(QStringLiteral("llama"), folder, false);
    writeJson(folder + "/tokenizer.json", tokenizerOfBytes());
    writeBytes(folder + "/chat_template.jinja", chatTurns);
    writeBytes(folder + "/rows.jsonl", rows);
    writeBytes(folder + "/test.jsonl", conversation(QStringLiteral("Why?"), QStringLiteral("So.")));
    LanguageModelSpec spec;
    spec.model.start = {folder.toStdString()};
    spec.data.format = LanguageModelData::Format::Conversations;
    spec.data.train = {folder.toStdString() + "/rows.jsonl"};
    spec.data.test = {folder.toStdString() + "/test.jsonl"};
    return spec;
}

} // namespace motley
