// What a trained model is worth, and how fast a device would train it.
#pragma once

#include "engine/protocol/device.h"
#include "engine/protocol/event.h"
#include "engine/protocol/jobspec.h"

#include <string>

namespace motley {

// The test set of dataFolder through the model in modelFolder (model.safetensors, config.json). step and epoch stay 0.
Result<Evaluation> evaluateModel(
    const std::string &modelFolder, const std::string &dataFolder, const Device &device, int threads);

// Samples per second of whole training steps of one rank, without exchange; takes about `seconds`.
Result<double> measureSpeed(const JobSpec &job, const Device &device, int threads, double seconds);

} // namespace motley
