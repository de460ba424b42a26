// What a trained model is worth.
#pragma once

#include "engine/base/result.h"
#include "engine/protocol/device.h"
#include "engine/protocol/event.h"

#include <string>

namespace motley {

struct EvaluationRequest {
    std::string modelFolder; // as a run left it, or of another program where the task can read that
    std::string testData; // a file or a folder, as the task says
    std::string task; // empty: motley.json in the model's folder tells
};

// step and epoch stay 0.
Result<Evaluation> evaluateModel(const EvaluationRequest &request, const Device &device, int threads);

} // namespace motley
