// The files that the coordinating machine needs to continue from earlier work.
#pragma once

#include "engine/job/continuespec.h"
#include "engine/job/datafiles.h"

#include <string>
#include <vector>

namespace motley {

// The files of continued.path; of a run or a folder of checkpoints only those of the newest checkpoint. Empty if
// nothing is continued. Errors name the path.
Result<std::vector<DataFile>> findContinueFiles(const ContinueSpec &continued);

// `continued` with its path on a machine where the files lie in `folder`, each at its place.
ContinueSpec movedTo(const std::string &folder, ContinueSpec continued, const std::vector<DataFile> &files);

// The steps of the checkpoints in a checkpoints folder, newest first.
std::vector<std::int64_t> checkpointSteps(const std::string &checkpointsFolder);

} // namespace motley
