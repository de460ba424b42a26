// The files that the coordinating machine must have to go on from other work.
#pragma once

#include "engine/job/continuespec.h"
#include "engine/job/datafiles.h"

#include <string>
#include <vector>

namespace motley {

// Of a run or a folder of checkpoints only the newest one. Empty where nothing is continued. The Error names the path.
Result<std::vector<DataFile>> findContinueFiles(const ContinueSpec &continued);

// As a machine knows it that has those files in `folder`, each at its place.
ContinueSpec movedTo(const std::string &folder, ContinueSpec continued, const std::vector<DataFile> &files);

// The steps of the checkpoints in a folder of such, newest first.
std::vector<std::int64_t> checkpointSteps(const std::string &checkpointsFolder);

} // namespace motley
