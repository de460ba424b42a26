// Where a message of the engine belongs in a form.
#pragma once

#include <QString>

namespace motley {

// Whether `message` speaks of the field `path`, such as "model.width".
bool namesField(const QString &message, const QString &path);

} // namespace motley
