// Files in a folder that is held open, so that nobody can put another one in its place meanwhile.
#pragma once

#include "engine/base/descriptor.h"
#include "engine/base/result.h"

#include <optional>
#include <string>

namespace motley {

// The folder itself, not one that a link leads to. Errors: it is not there, is a link, belongs to another account, or
// others can write to it.
Result<Descriptor> openOwnFolder(const std::string &path);

// nullopt: there is no such file. Errors: a link, not a file of this account, more than `longest` bytes.
Result<std::optional<std::string>> readFileIn(int folder, const std::string &name, std::size_t longest = 16 << 20);

// Readers see the old content or the new, never a part. Readable by the owner alone. `folder` may be AT_FDCWD.
Result<void> writeFileIn(int folder, const std::string &name, const std::string &text);

} // namespace motley
