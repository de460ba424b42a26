// Resumes a run as a new one: from its last checkpoint on this computer, on its machines or on some of them.
#pragma once

#include "remote/run/trainingrun.h"

#include <QStringList>

namespace motley {

bool hasCheckpointHere(const RunRecord &record);
bool canBeResumed(const RunRecord &record); // it was stopped or has failed, and a checkpoint of it is on this computer

// The request of the new run, with the devices that the old run had on each machine. Errors: the old run still trains
// or is complete, none of its checkpoints is on this computer, a name in `without` is not one of its machines, no
// machine is left, or its job cannot be read.
Result<RunRequest> resumption(const RunRecord &record, const Plan &plan, const QStringList &without = {});

// The plan that a run began with, from this computer's copy of its events. Error: it never began to train.
Result<Plan> firstPlan(const RunRecord &record);

} // namespace motley
