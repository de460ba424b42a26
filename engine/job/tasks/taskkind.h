// The part of a task's entry that planner and window need, which do without the task itself and its LibTorch; the rest
// is TaskEntry (engine/tasks/registry.h).
#pragma once

#include "engine/job/tasks/taskspec.h"

#include <string>

namespace motley {

enum class BatchUnit { Samples, Tokens }; // what a job's batch, and each share of it, counts

BatchUnit batchUnitOf(const TaskSpec &task);
BatchUnit batchUnitOf(const std::string &taskName); // of a task that this program does not know: samples

int batchNormsOf(const TaskSpec &task); // layers of the model that normalise over the batch of all ranks

} // namespace motley
