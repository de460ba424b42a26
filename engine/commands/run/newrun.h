// Id, folder and records of a run that begins on this machine.
#pragma once

#include "engine/protocol/launchspec.h"
#include "engine/protocol/runfolder.h"

#include <string>

namespace motley {

// A unique id that people can recognise, such as "fashion-mnist-20260714-101500-3fa9".
std::string newRunId(const std::string &jobName);

// Creates the run folder. `wish`: its path, which must not contain a run; empty: a new one called `name` in the install
// root. Errors name the folder.
Result<RunFolder> makeRunFolder(const std::string &wish, const std::string &name);

Result<std::string> findCheckpoint(const std::string &path); // the absolute path; empty for empty

Result<void> writeRecords(const RunFolder &folder, const LaunchSpec &launch); // writes job.json and launch.json

} // namespace motley
