// The files that the coordinating machine needs to continue from earlier work.
#pragma once

#include "engine/job/continuespec.h"
#include "engine/job/datafiles.h"

#include <string>
#include <vector>

namespace motley {

// The files of continued.path; of a run or a folder of checkpoints only those of the newest checkpoint. To a checkpoint
// that lacks its model's configuration belongs what describes the model of its run, and to a file of weights what
// describes the model in its folder. Empty if nothing is continued. Errors name the path.
Result<std::vector<DataFile>> findContinueFiles(const ContinueSpec &continued);

// Whether a file of a model folder or checkpoint says what the weights mean: configuration, tokenizer, names of
// classes.
bool describesModel(const std::string &fileName);

// The model folder of the run that has this checkpoint: ../../model.
std::string modelFolderOfRun(const std::string &checkpoint);

// `continued` with its path on a machine where the files lie in `folder`, each at its place.
ContinueSpec movedTo(const std::string &folder, ContinueSpec continued, const std::vector<DataFile> &files);

// The steps of the checkpoints in a checkpoints folder, newest first.
std::vector<std::int64_t> checkpointSteps(const std::string &checkpointsFolder);

} // namespace motley
