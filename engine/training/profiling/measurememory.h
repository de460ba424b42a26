// Measures the memory that the tensors of one rank need while it trains a job; engine/plan/memorymodel.h predicts from
// it.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/models/lora/quantisedbase.h"
#include "engine/protocol/answers.h"
#include "engine/tasks/task.h"

namespace motley {

// Takes two steps of a single rank, at a learning rate of 0, with `batch` (as the job counts its batch) and again with
// a part of it; with less where memory runs out. The task's model is on the device. On a CPU, countMemory() must have
// been called before the task was opened.
Result<MemoryReport> measureMemory(Task &task, const JobSpec &job, std::int64_t batch, at::Device device);

// What the weights below an adapter take, and would in other bits. All 0: there are none.
BaseBytes baseBytesOf(Task &task, const PrecisionSpec &precision);

} // namespace motley
