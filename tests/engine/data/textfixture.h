// For the tests of text: the fixtures, made by tests/reference/text.py, and files that a test writes.
#pragma once

#include "engine/base/result.h"

#include <QFile>
#include <QTemporaryDir>

#include <string>
#include <string_view>

namespace motley {

inline std::string fixture(const char *name)
{
    return std::string(MOTLEY_TEXT_FIXTURES "/") + name;
}

inline QByteArray fixtureBytes(const char *name)
{
    QFile file(QString::fromStdString(fixture(name)));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", name);
    return file.readAll();
}

inline std::string writeIn(const QTemporaryDir &folder, const char *name, std::string_view bytes)
{
    const QString path = folder.filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes.data(), qint64(bytes.size())) != qint64(bytes.size()))
        qFatal("cannot write %s", name);
    return path.toStdString();
}

template <typename Value>
Value valueOf(Result<Value> result)
{
    if (!result)
        qFatal("%s %s", result.error().message.c_str(), result.error().detail.c_str());
    return std::move(*result);
}

template <typename Value>
QString errorOf(const Result<Value> &result)
{
    return result ? QString() : QString::fromStdString(result.error().message);
}

} // namespace motley
