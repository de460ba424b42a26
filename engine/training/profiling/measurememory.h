// What the tensors of one rank fill while it trains a job, for engine/plan/memorymodel.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/protocol/answers.h"
#include "engine/tasks/task.h"

namespace motley {

// Two steps that change nothing, alone, with `batch` (as the job counts its batch) and with a part of it; with less
// where memory runs out. The task's model is on the device. On a CPU, countMemory() must have been called before the
// task was opened.
Result<MemoryReport> measureMemory(Task &task, const JobSpec &job, std::int64_t batch, at::Device device);

} // namespace motley
