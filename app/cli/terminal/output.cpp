#include "app/cli/terminal/output.h"

#include "app/words/format.h"

#include <QJsonDocument>

#include <cstdio>

namespace motley {

namespace {

bool jsonErrors = false;

void write(FILE *stream, const QByteArray &line)
{
    std::fwrite(line.constData(), 1, static_cast<std::size_t>(line.size()), stream);
    std::fputc('\n', stream);
    std::fflush(stream);
}

} // namespace

QByteArray terminalText(QString text)
{
    return text.replace(QChar(QChar::Nbsp), QChar(QChar::Space)).toLocal8Bit();
}

void printLine(const QString &text)
{
    write(stdout, terminalText(text));
}

void printNote(const QString &text)
{
    write(stderr, terminalText(text));
}

void setJsonErrors(bool on)
{
    jsonErrors = on;
}

void printError(const Error &error)
{
    if (jsonErrors)
        printJson({{QStringLiteral("error"),
            QJsonObject{{QStringLiteral("message"), QString::fromStdString(error.message)},
                {QStringLiteral("detail"), QString::fromStdString(error.detail)}}}});
    printNote(QStringLiteral("motley: ") + plainText(error.message));
    if (!error.detail.empty())
        printNote(plainText(QString::fromStdString(error.detail).trimmed()));
}

int failure(const Error &error, int code)
{
    printError(error);
    return code;
}

QJsonObject toJsonObject(const Metric &metric)
{
    return {{QStringLiteral("name"), QString::fromStdString(metric.name)}, {QStringLiteral("value"), metric.value}};
}

void printJson(const QJsonObject &object)
{
    write(stdout, QJsonDocument(object).toJson(QJsonDocument::Compact));
}

} // namespace motley
