// Whether a folder is safe from other accounts, found out by a machine's shell.
#pragma once

#include <string_view>

namespace motley {

// Functions in POSIX sh for the beginning of a script. After them, `isSafe FOLDER` succeeds where nobody but root and
// this account can put something else into the place of FOLDER; else $top is the folder or link that others can change.
std::string_view safeFolderScript();

} // namespace motley
