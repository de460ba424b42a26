// What a run that begins on this machine needs of it.
#pragma once

#include "engine/protocol/launchspec.h"
#include "engine/protocol/runfolder.h"

#include <string>

namespace motley {

// "fashion-mnist-20260714-101500-3fa9": for people to recognise, and never the same twice.
std::string newRunId(const std::string &jobName);

// `wish`: a folder without a run; empty: a new one of this name under the install root. Errors name the folder.
Result<RunFolder> makeRunFolder(const std::string &wish, const std::string &name);

Result<std::string> findCheckpoint(const std::string &path); // absolute; empty for empty

Result<void> writeRecords(const RunFolder &folder, const LaunchSpec &launch); // job.json and launch.json

} // namespace motley
