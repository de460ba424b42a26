// RUNFOLDER as the commands take it.
#pragma once

#include "engine/protocol/launchspec.h"
#include "engine/protocol/runfolder.h"

#include <string>

namespace motley {

// Absolute and without links, so that it stays right after a change of folder. Errors name what is missing.
Result<RunFolder> findRunFolder(const std::string &path);

Result<LaunchSpec> readLaunchSpec(const RunFolder &folder);

} // namespace motley
