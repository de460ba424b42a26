// Resumes a run as a new one, on all or some of its machines. It begins at the last checkpoint on this computer, or
// else at the checkpoint that the run itself began with.
#pragma once

#include "remote/run/trainingrun.h"

#include <QStringList>

namespace motley {

// The folder of the run that the run in this folder goes on from; empty: it began anew, or its job cannot be read.
QString folderBefore(const QString &folder);
// The folders of the run, of the run that it went on from, and so on.
QStringList foldersOfLine(const RunRecord &record);
// The folder of the run, or of the nearest of its parents, that has a checkpoint on this computer.
std::optional<QString> folderWithCheckpoint(const RunRecord &record);
bool canBeResumed(const RunRecord &record); // it was stopped or has failed, and there is such a folder

// The runs of `all` that could not be resumed any more if `record` were deleted.
std::vector<RunRecord> runsThatNeed(const RunRecord &record, const std::vector<RunRecord> &all);

// The request of the new run, with the devices that the old run had on each machine. Errors: the old run still trains
// or is complete, there is no checkpoint on this computer, a name in `without` is not one of its machines, no
// machine is left, or its job cannot be read.
Result<RunRequest> resumption(const RunRecord &record, const Plan &plan, const QStringList &without = {});

// The same job on the same machines and devices as `plan` has them, from the beginning of `record`.
Result<RunRequest> repetition(const RunRecord &record, const Plan &plan, const QStringList &without = {});
// The last step that a new run need not take again. nullopt: there is no checkpoint on this computer.
std::optional<std::int64_t> stepOfLastCheckpoint(const RunRecord &record);
// The plan of the run, or of its nearest parent with a plan, from the copies of events on this computer. Error: none of
// them began to train.
Result<Plan> firstPlan(const RunRecord &record);
// The names of machines that the run went on without, from the copy of its events on this computer.
Result<QStringList> machinesLostIn(const RunRecord &record);

} // namespace motley
