// Measured steps of real runs, to compare forecasts with.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

struct MeasuredRank {
    std::string device; // the same text for equally fast devices: "50 % of a processor"
    double capability = 0; // most operations per second, measured with a large matrix product
    double units = 0; // of its share of a step
    double ownSeconds = 0; // of a step, without waiting for other ranks

    bool operator==(const MeasuredRank &) const = default;
};

struct MeasuredRun { // each number is the mean over the steps
    std::string task;
    double operationsPerUnit = 0; // of forward and backward pass
    double gradientBytes = 0;
    std::vector<MeasuredRank> ranks;
    double stepSeconds = 0;

    bool operator==(const MeasuredRun &) const = default;
};

struct MeasuredRuns {
    static constexpr int currentVersion = 1;

    std::string computer;
    std::string day; // "2026-07-14"
    std::int64_t steps = 0; // that each run has at least
    std::vector<MeasuredRun> runs;

    bool operator==(const MeasuredRuns &) const = default;
};

std::string toJson(const MeasuredRuns &runs); // a line for each run, ends with a newline
Result<MeasuredRuns> parseMeasuredRuns(std::string_view json);

} // namespace motley
