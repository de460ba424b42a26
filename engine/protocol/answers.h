// What the engine's short commands answer on stdout, one JSON line each.
#pragma once

#include "engine/protocol/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace motley {

// `benchmark`: {"samplesPerSecond":x}
struct SpeedReport {
    double samplesPerSecond = 0;

    bool operator==(const SpeedReport &) const = default;
};

std::string toJson(const SpeedReport &report);
Result<SpeedReport> parseSpeedReport(std::string_view json);

// `status`: {"state":"running|finished|dead","lastSequence":n,"step":n}
struct RunStatus {
    enum class State { Running, Finished, Dead }; // dead: no agent and no finished event
    State state = State::Running;
    std::int64_t lastSequence = 0;
    std::int64_t step = 0;

    bool operator==(const RunStatus &) const = default;
};

std::string toJson(const RunStatus &status);
Result<RunStatus> parseRunStatus(std::string_view json);

} // namespace motley
