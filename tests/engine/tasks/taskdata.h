// A small job for each task, with data made up for it: enough to learn something from in a few seconds.
#pragma once

#include "engine/job/jobspec.h"

#include <string>

namespace motley {

struct TaskJob {
    JobSpec job; // of few steps
    std::string testData; // what evaluateModel() is given for the same test
    std::int64_t stepsToLearn = 0; // after which the first metric is better than
    double bar = 0; // this
    double peakToLearn = 0.002; // learning rate; that of the job is low enough for curves to be compared
};

// `name`: of a task, or "pictures": image classification of a folder of pictures. Files are written under `folder`.
TaskJob makeTaskJob(const std::string &name, const std::string &folder);

} // namespace motley
