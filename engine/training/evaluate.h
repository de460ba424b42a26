// What a trained model is worth, and how fast a device would train it.
#pragma once

#include "engine/protocol/answers.h"
#include "engine/protocol/device.h"
#include "engine/protocol/event.h"
#include "engine/protocol/jobspec.h"

#include <string>

namespace motley {

struct EvaluationRequest {
    std::string modelFolder; // as a run left it, or of another program where the task can read that
    std::string testData; // a file or a folder, as the task says
    std::string task; // empty: motley.json in the model's folder tells
};

// step and epoch stay 0.
Result<Evaluation> evaluateModel(const EvaluationRequest &request, const Device &device, int threads);

// Whole training steps of one rank, without exchange, with the whole batch and with a part of it; takes about
// `seconds`.
Result<SpeedReport> measureSpeed(const JobSpec &job, const Device &device, int threads, double seconds);

} // namespace motley
