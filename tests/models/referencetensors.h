// Numbers that PyTorch computed, from the JSON files under tests/fixtures.
#pragma once

#include <ATen/ATen.h>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <string>
#include <vector>

inline QJsonObject readReference(const std::string &path)
{
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s is missing", path.c_str());
    return QJsonDocument::fromJson(file.readAll()).object();
}

inline void flatten(
    const QJsonArray &array, std::vector<std::int64_t> &sizes, std::vector<double> &values, std::size_t depth)
{
    if (sizes.size() == depth)
        sizes.push_back(array.size());
    for (const auto &item : array) {
        if (item.isArray())
            flatten(item.toArray(), sizes, values, depth + 1);
        else
            values.push_back(item.toDouble());
    }
}

// Nested lists as one tensor of doubles.
inline at::Tensor tensorOf(const QJsonValue &value)
{
    std::vector<std::int64_t> sizes;
    std::vector<double> values;
    flatten(value.toArray(), sizes, values, 0);
    return at::tensor(values, at::kDouble).view(sizes);
}
