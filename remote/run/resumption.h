// A run that goes on as another one: from its last checkpoint that is here, on its machines or on some of them.
#pragma once

#include "remote/run/trainingrun.h"

#include <QStringList>

namespace motley {

bool hasCheckpointHere(const RunRecord &record);
bool canBeResumed(const RunRecord &record); // it has ended before its time, and a checkpoint of it is here

// With the devices that the run had on each machine. Errors: it still trains or is complete, none of its checkpoints is
// here, a name in `without` is not of its machines, none of them is left, or its job cannot be read.
Result<RunRequest> resumption(const RunRecord &record, const Plan &plan, const QStringList &without = {});

// The plan that it began with, as its events here tell. Error: it never began to train.
Result<Plan> firstPlan(const RunRecord &record);

} // namespace motley
