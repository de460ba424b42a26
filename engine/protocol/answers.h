// What the engine's short commands answer on stdout, one JSON line each.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace motley {

// What the tensors of one rank alone filled, in bytes. All 0: not measured.
struct MemoryReport {
    std::int64_t parameterBytes = 0; // gradients need as much
    std::int64_t stateBytes = 0; // of what the optimizer and averages remember
    std::int64_t heldBytes = 0; // by what lasts: parameters, that memory, data
    std::int64_t updatePeakBytes = 0; // at most during the optimizer's update
    std::int64_t passSamples = 0; // of one forward and backward
    std::int64_t passPeakBytes = 0; // at most during it
    std::int64_t smallPassSamples = 0; // and with fewer samples
    std::int64_t smallPassPeakBytes = 0;
    std::int64_t barePassPeakBytes = 0; // of the same passes, where gradients go as soon as they are whole
    std::int64_t smallBarePassPeakBytes = 0;
    std::int64_t secondPassBytes = 0; // more than one pass alone; 0: not measured

    bool operator==(const MemoryReport &) const = default;
};

// What a rank of a model that can recompute its activations takes when it does.
struct RecomputedReport {
    double timesAsLong = 1; // for each unit
    double fixedSeconds = 0; // of each pass, either way: what several small passes cost more than one
    MemoryReport memory{};

    bool operator==(const RecomputedReport &) const = default;
};

// `measure-device`:
// {"samplesPerSecond":x,"fixedSeconds":y,"secondsPerUnit":z,"memory":{...},"totalSteps":n,"recomputes":b,
// "recomputed":{...},"epochUnits":u}. A step of one rank alone takes fixedSeconds + secondsPerUnit * units, where a
// unit is what the job's batch is counted in.
struct SpeedReport {
    double samplesPerSecond = 0; // with the whole batch
    double fixedSeconds = 0;
    double secondsPerUnit = 0;
    MemoryReport memory{};
    std::int64_t totalSteps = 0; // of the whole job; 0: not known
    bool recomputes = false; // all this is with recomputed activations
    std::optional<RecomputedReport> recomputed{}; // how it would be with them, where it keeps them
    double epochUnits = 0; // of one epoch; 0: not known

    bool operator==(const SpeedReport &) const = default;
};

std::string toJson(const SpeedReport &report);
Result<SpeedReport> parseSpeedReport(std::string_view json);

// `bench-allreduce`: {"ranks":n,"fixedSeconds":x,"secondsPerByte":y}. So many ranks of one machine sum a tensor in
// fixedSeconds + secondsPerByte * bytes.
struct AllReduceReport {
    int ranks = 0;
    double fixedSeconds = 0;
    double secondsPerByte = 0;

    bool operator==(const AllReduceReport &) const = default;
};

std::string toJson(const AllReduceReport &report);
Result<AllReduceReport> parseAllReduceReport(std::string_view json);

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
