// The file behind the SpeedBook: lists of what was learnt, the latest last.
#pragma once

#include "engine/base/result.h"

#include <QJsonArray>
#include <QString>

#include <functional>

namespace motley {

struct SpeedPages {
    QJsonArray speeds; // of devices
    QJsonArray noise; // of jobs
    QJsonArray records; // of machines
};

// Empty where there is no file, or one that nothing can be learnt from.
SpeedPages readSpeedPages(const QString &path);

// Two windows may write at the same time. `change` says whether there is anything to write. Of each list only the
// latest few thousand are kept. Errors: the file cannot be written.
Result<void> changeSpeedPages(const QString &path, const std::function<bool(SpeedPages &)> &change);

} // namespace motley
