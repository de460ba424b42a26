// Parses the argument RUNFOLDER of commands.
#pragma once

#include "engine/protocol/launchspec.h"
#include "engine/protocol/runfolder.h"

#include <string>

namespace motley {

// The run folder with an absolute path without symbolic links, so that it stays valid after a change of directory.
// Errors name what is missing.
Result<RunFolder> findRunFolder(const std::string &path);

Result<LaunchSpec> readLaunchSpec(const RunFolder &folder);

} // namespace motley
