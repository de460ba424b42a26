// The lines of text files, counted once as long as a file stays as it is: a look at the data comes after each change of
// a task, and its files may be long.
#pragma once

#include "engine/base/result.h"

#include <QString>

#include <functional>
#include <optional>

namespace motley {

// nullopt: `keepGoing` said no before all of it was read. Errors name the file.
Result<std::optional<qint64>> countLines(const QString &path, const std::function<bool()> &keepGoing);

} // namespace motley
