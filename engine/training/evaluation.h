// Evaluates the model on the test set, which is split over the ranks in proportion to their shares of a training batch.
#pragma once

#include "engine/exchange/group.h"
#include "engine/job/precisionspec.h"
#include "engine/protocol/event.h"
#include "engine/tasks/task.h"

#include <functional>
#include <string>
#include <vector>

namespace motley {

struct TestResult {
    Evaluation evaluation;
    TestExamples examples;
};

// Every rank must call it, and all get the same result, in which steps and epoch stay 0; only the first has the answers
// to the job's prompts. The examples have all their pictures. `shares`: index = rank. The network computes in
// `precision`, as in training. `note` gets a sentence where there is nothing to measure by.
TestResult testTask(Task &task, Group &group, const std::vector<std::int64_t> &shares, at::Device device,
    const PrecisionSpec &precision, const std::function<void(const std::string &)> &note = {});
Evaluation evaluateTask(Task &task, Group &group, const std::vector<std::int64_t> &shares, at::Device device,
    const PrecisionSpec &precision, const std::function<void(const std::string &)> &note = {}); // the first of both

} // namespace motley
