// Steps of real runs, measured so that forecasts can be held against them.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

struct MeasuredRank {
    std::string device; // equal for equally fast ones: "50 % of a processor"
    double capability = 0; // operations a second at most, as a large matrix product reaches them
    double units = 0; // of a step
    double ownSeconds = 0; // of a step, without waiting for others

    bool operator==(const MeasuredRank &) const = default;
};

struct MeasuredRun { // each number the median over its steps
    std::string task;
    double operationsPerUnit = 0; // forward and backward
    double gradientBytes = 0;
    std::vector<MeasuredRank> ranks;
    double stepSeconds = 0;

    bool operator==(const MeasuredRun &) const = default;
};

struct MeasuredRuns {
    static constexpr int currentVersion = 1;

    std::string computer;
    std::string day; // "2026-07-14"
    std::int64_t steps = 0; // of each run at least
    std::vector<MeasuredRun> runs;

    bool operator==(const MeasuredRuns &) const = default;
};

std::string toJson(const MeasuredRuns &runs); // a line for each run, ends with a newline
Result<MeasuredRuns> parseMeasuredRuns(std::string_view json);

} // namespace motley
