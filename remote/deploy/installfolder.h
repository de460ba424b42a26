// What can be wrong with the folder of a machine that files go to.
#pragma once

#include "engine/base/result.h"

#include <string>

namespace motley {

// Errors: not an absolute path in one line, or the root of the file system.
Result<void> checkInstallFolder(const std::string &root, const std::string &machine);

// The error of deployexit::notPrivate, from the output of the script.
tl::unexpected<Error> unsafeInstallFolder(const std::string &output, const std::string &machine);

} // namespace motley
