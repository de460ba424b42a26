// Several paths in one line of what ssh -G prints.
#pragma once

#include "remote/ssh/config/sshconfig.h"

namespace motley {

// The files of UserKnownHostsFile or GlobalKnownHostsFile. ssh prints them without quotes, so that the files that exist
// have to tell whether a blank stands between two paths or within one. Errors name the keyword: that cannot be told,
// or a path is relative.
Result<std::vector<std::string>> expandedSshPaths(
    const std::string &list, const char *keyword, const SshSettings &settings);

} // namespace motley
