// Trains an adapter of a very small Llama on a made-up text.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/models/decoder/decoder.h"
#include "engine/tasks/task.h"

#include <memory>

namespace motley {

JobSpec adapterJob(); // 3 epochs of 5 steps of 8 samples; `adapter` is of rank 4, with dropout

// `damage`: added to one weight of the model that the adapter is for.
Result<std::unique_ptr<Task>> openAdapterTask(const JobSpec &job, double damage = 0);

std::shared_ptr<Decoder> baseOfAdapterTask();

} // namespace motley
