// A small job for each task, with made-up data: enough to learn something from in a few seconds.
#pragma once

#include "engine/job/jobspec.h"

#include <string>

namespace motley {

struct TaskJob {
    JobSpec job; // 12 steps
    std::string testData; // path of the job's test set for evaluateModel()
    std::int64_t stepsToLearn = 0; // steps after which the first metric is better than `bar`; 0: not tested
    double bar = 0; // in the unit of the task's first metric
    double peakToLearn = 0.002; // learning rate for learning; the job's own is low, so that curves can be compared
};

// `name`: a task's, or "pictures" for image classification of a folder of pictures, or "decoder-gemma3" for language
// modelling with a folder of tests/fixtures/decoders. Writes its files under `folder`.
TaskJob makeTaskJob(const std::string &name, const std::string &folder);

} // namespace motley
