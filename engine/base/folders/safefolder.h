#pragma once

#include <string>

namespace motley {

// Whether nobody but root and this account can put something else in the place of a folder that exists: the rule of
// sshd's StrictModes, from / down to where links lead, and links themselves must not be of other people. Folders that a
// sticky bit guards pass, and those that are written by a group with nobody else in it.
bool isSafeFolder(const std::string &path);

} // namespace motley
