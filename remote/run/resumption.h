// Resumes a run as a new one, on its machines or on some of them: from its last checkpoint on this computer, or if it
// has none, from that of the run which it went on from itself.
#pragma once

#include "remote/run/trainingrun.h"

#include <QStringList>

namespace motley {

// The folder of the run, or of the nearest of its parents, that has a checkpoint on this computer.
std::optional<QString> folderWithCheckpoint(const RunRecord &record);
bool canBeResumed(const RunRecord &record); // it was stopped or has failed, and there is such a folder

// Those of `all` that could not be resumed any more if `record` were deleted.
std::vector<RunRecord> runsThatNeed(const RunRecord &record, const std::vector<RunRecord> &all);

// The request of the new run, with the devices that the old run had on each machine. Errors: the old run still trains
// or is complete, there is no checkpoint on this computer, a name in `without` is not one of its machines, no
// machine is left, or its job cannot be read.
Result<RunRequest> resumption(const RunRecord &record, const Plan &plan, const QStringList &without = {});

// The plan that a run began with, or the nearest of its parents that had one, from this computer's copies of their
// events. Error: none of them began to train.
Result<Plan> firstPlan(const RunRecord &record);

} // namespace motley
