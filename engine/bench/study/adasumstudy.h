// The study of Adasum: steps and samples that many ranks need to a target, for each way to join them.
#pragma once

#include "engine/bench/study/trial.h"
#include "engine/bench/study/unevenshares.h"

#include <functional>
#include <string>
#include <vector>

namespace motley {

struct StudyJob {
    JobSpec job; // task and data; optimizer, batch and schedule are the study's
    std::int64_t samples = 240000; // of each training
};

struct StudyOptions {
    std::vector<StudyJob> jobs;
    std::int64_t batch = 32; // samples of one rank in a step
    std::vector<int> ranks{1, 4, 16};
    std::vector<double> rates{0.5, 1, 2, 4, 8}; // tried, times the optimizer's own in the study; the same for all rules
    int seeds = 3;
    std::int64_t tests = 20; // of each training
    std::int64_t testSamples = 500; // at most
    int threads = 1; // of each training
    UnevenOptions uneven;
};

struct StudyRow {
    std::string task;
    std::string optimizer;
    int ranks = 1;
    std::string rule;
    double rate = 0; // learning rate: the one of those tried with which the first seed ended at the lowest loss
    double target = 0; // test loss
    std::vector<std::optional<std::int64_t>> stepsToTarget; // of each seed; nullopt: not reached
    std::vector<double> finals; // test loss at the end, of each seed; infinite: the training was lost
    std::string metric; // of the first seed at the end
};

struct Study {
    std::vector<StudyRow> rows;
    std::vector<std::pair<std::string, UnevenShares>> uneven; // by task
};

// Momentum SGD, Adam and LAMB on each job, as ranks simulated in this process. The target of an optimizer is the test
// loss that one rank has after half of its samples, a mean over the seeds. Adam and LAMB do not see the scale of a
// gradient, but for their epsilon, so their sum is not trained beside their mean. `say` gets a line for each training.
Result<Study> studyAdasum(const StudyOptions &options, const std::function<void(const std::string &)> &say);

// The mean number of steps over the seeds; nullopt: not all seeds reached the target.
std::optional<double> meanSteps(const StudyRow &row);

} // namespace motley
