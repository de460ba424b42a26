// What `steps` found out, for people and for programs.
#pragma once

#include "engine/bench/benchrun.h"
#include "engine/job/precisionspec.h"

#include <optional>
#include <string>

namespace motley {

// Seconds of a step; each the median over the timed steps, of the mean over the ranks.
struct BenchTimes {
    double whole = 0;
    double data = 0;
    double forward = 0;
    double backward = 0;
    double exchange = 0;
    double optimizer = 0;
    double other = 0; // what no part accounts for: the report of the step, waiting for the slowest rank's update
};
BenchTimes timesOf(const std::vector<StepDone> &steps);
BenchTimes timesOf(const std::vector<StepDone> &steps, std::size_t rank); // of that rank alone

struct BenchReport {
    std::string task;
    std::string model;
    std::string device;
    PrecisionSpec::Kind precision = PrecisionSpec::Kind::Float32;
    bool madeUpData = false;
    std::int64_t batch = 0; // as the job has it
    BenchRunOptions options;
    std::int64_t parameters = 0;
    BenchTimes times;
    double samplesPerSecond = 0; // over all ranks
    std::optional<double> tokensPerSecond; // of text
    double operations = 0; // model FLOPs of a step
    std::optional<double> peak; // FLOPs a second of all ranks together
    bool peakWasGiven = false;

    double operationsPerSecond() const { return operations / times.whole; }
    std::optional<double> utilisation() const;

    std::string text() const;
    std::string json() const; // one line
};

} // namespace motley
