// Folders of the fixtures, files in them, and what a task that opened one makes of text.
#pragma once

#include "engine/tasks/registry.h"

#include <torch/types.h>

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

namespace motley {

inline QByteArray read(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    return file.readAll();
}

inline void write(const QString &path, const QByteArray &bytes)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
}

inline QJsonObject objectIn(const QString &path)
{
    return QJsonDocument::fromJson(read(path)).object();
}

inline void write(const QString &path, const QJsonObject &object)
{
    write(path, QJsonDocument(object).toJson());
}

inline QString fixture(const char *name)
{
    return QStringLiteral(MOTLEY_FIXTURES "/") + name;
}

inline std::unique_ptr<Task> opened(const JobSpec &job)
{
    auto task = openTask(job);
    if (!task)
        qFatal("%s (%s)", task.error().message.c_str(), task.error().detail.c_str());
    return std::move(*task);
}

// The ids of the first sentence without [CLS] and [SEP].
inline std::vector<std::int64_t> firstIds(const Task &task)
{
    const std::vector<std::int64_t> first{0};
    const at::Tensor ids = task.trainingSet().batch(first, std::nullopt).inputs[0].flatten();
    return {ids.const_data_ptr<std::int64_t>() + 1, ids.const_data_ptr<std::int64_t>() + ids.numel() - 1};
}

inline QByteArray fileOf(const Task &task, const std::string &name)
{
    for (const SideFile &file : task.modelFiles())
        if (file.name == name)
            return QByteArray::fromStdString(file.text);
    return {};
}

} // namespace motley
