// The results of `steps`, for people and for programs.
#pragma once

#include "engine/bench/benchrun.h"
#include "engine/job/precisionspec.h"

#include <optional>
#include <string>

namespace motley {

// Seconds of the parts of a step; each is the median over the timed steps of the mean over the ranks.
struct BenchTimes {
    double whole = 0;
    double data = 0;
    double forward = 0;
    double backward = 0;
    double exchange = 0;
    double optimizer = 0;
    double other = 0; // not in any part: the report of the step, waiting for the update of the slowest rank
};
BenchTimes timesOf(const std::vector<StepDone> &steps);
BenchTimes timesOf(const std::vector<StepDone> &steps, std::size_t rank); // of one rank

struct BenchReport {
    std::string task;
    std::string model;
    std::string device;
    PrecisionSpec::Kind precision = PrecisionSpec::Kind::Float32;
    bool madeUpData = false;
    std::int64_t batch = 0; // global batch of the job
    BenchRunOptions options;
    std::int64_t parameters = 0;
    BenchTimes times;
    double samplesPerSecond = 0; // over all ranks
    std::optional<double> tokensPerSecond; // nullopt: samples are not text
    double operations = 0; // model FLOPs of a step
    std::optional<double> peak; // FLOPs per second of all ranks together; nullopt: not known
    bool peakWasGiven = false;

    double operationsPerSecond() const { return operations / times.whole; }
    std::optional<double> utilisation() const;

    std::string text() const;
    std::string json() const; // one line
};

} // namespace motley
