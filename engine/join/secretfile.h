// The secret by which machines that were started by hand know each other.
#pragma once

#include "engine/base/result.h"

#include <string>

namespace motley {

// Without the white space around it. Errors: the file is not of this account alone (0600), or the secret is shorter
// than 32 characters, so that whoever hears a machine could guess it.
Result<std::string> readSecret(const std::string &path);

} // namespace motley
