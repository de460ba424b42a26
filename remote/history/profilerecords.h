// The file behind the ProfileStore: lists of measurements, the latest last.
#pragma once

#include "engine/base/result.h"

#include <QJsonArray>
#include <QString>

#include <functional>

namespace motley {

struct ProfileRecords {
    QJsonArray speeds; // of devices
    QJsonArray noise; // of jobs
    QJsonArray records; // of machines
};

// Empty where there is no file, or one that cannot be read or is of another version.
ProfileRecords readProfileRecords(const QString &path);

// Reads, changes and writes the file under a lock, as two windows may write at the same time. `change` returns whether
// there is anything to write. Of each list only the latest few thousand are kept. Errors: the file cannot be written,
// or another program holds the lock.
Result<void> changeProfileRecords(const QString &path, const std::function<bool(ProfileRecords &)> &change);

} // namespace motley
