// A fine-tune of a decoder of any size whose numbers nobody has, for devices that only count (countOnly()): the model,
// its adapter and its step are the engine's, as they would come out of a folder with the weights in NF4.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/tasks/task.h"

#include <cstdint>
#include <memory>
#include <string>

namespace motley {

struct CountedShape {
    std::string config; // config.json of the model
    std::int64_t context = 0; // tokens of a sequence, which hold two rows and no padding
    int rank = 16; // of the adapter, on all linear layers but the output layer
};

// In bfloat16, with AdamW, and with one sequence in a batch.
JobSpec countedJob(const CountedShape &shape);

// On the device, with the activations recomputed. Throws: a configuration that cannot be read.
std::unique_ptr<Task> openCounted(const CountedShape &shape, at::Device device);

} // namespace motley
