// Evaluates a trained model on a test set.
#pragma once

#include "engine/base/result.h"
#include "engine/protocol/device.h"
#include "engine/protocol/event.h"

#include <functional>
#include <string>

namespace motley {

struct EvaluationRequest {
    std::string modelFolder; // as a run wrote it, or another program where the task can read that
    std::string testData; // a file or a folder, whichever the task reads
    std::string task; // empty: the one that motley.json in the model's folder names
};

// Evaluates on one device with so many CPU threads, in the precision of the model's run. In the result step and epoch
// stay 0. `note` gets what the task says of model and data, a sentence each time, before the first sample is tested.
Result<Evaluation> evaluateModel(const EvaluationRequest &request, const Device &device, int threads,
    const std::function<void(const std::string &)> &note = {});

} // namespace motley
