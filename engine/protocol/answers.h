// What the engine's short commands answer on stdout, one JSON line each.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace motley {

// Memory that the tensors of one rank filled when it trained alone, in bytes. All 0: not measured.
struct MemoryReport {
    std::int64_t parameterBytes = 0; // of those that are trained: their gradients need as much
    std::int64_t stateBytes = 0; // of the optimizer state and moving averages
    std::int64_t heldBytes = 0; // in use between steps: parameters, optimizer state, data
    std::int64_t updatePeakBytes = 0; // peak during the optimizer's update
    std::int64_t passSamples = 0; // samples of one forward and backward pass
    std::int64_t passPeakBytes = 0; // peak during the pass of passSamples
    std::int64_t smallPassSamples = 0; // samples of another, smaller pass
    std::int64_t smallPassPeakBytes = 0;
    // Of these the peaks during the backward pass, when logits that come in chunks are gone; 0: not measured.
    std::int64_t backwardPeakBytes = 0;
    std::int64_t smallBackwardPeakBytes = 0;
    // Peak during the pass of passSamples, if gradients are freed once they are complete.
    std::int64_t barePassPeakBytes = 0;
    std::int64_t smallBarePassPeakBytes = 0;
    std::int64_t secondPassBytes = 0; // that a second micro-batch adds to the peak; 0: none, or not measured
    std::int64_t frozenBytes = 0; // of weights that are not trained, and buffers
    std::int64_t passLogitBytes = 0; // of the logits of passSamples, if they were computed at once; 0: not known
    std::int64_t mostLogitBytes = 0; // of those that are computed at once
    // Of frozenBytes those that could be kept in other bits (model.quantization), as they are; then as they would be in
    // the bits that they are computed in, in int8 and in NF4. All 0: there are none.
    std::int64_t baseBytes = 0;
    std::int64_t plainBaseBytes = 0;
    std::int64_t int8BaseBytes = 0;
    std::int64_t nf4BaseBytes = 0;

    bool operator==(const MemoryReport &) const = default;
};

// Cost and memory of a rank that recomputes its activations.
struct RecomputedReport {
    double timesAsLong = 1; // seconds per unit, relative to a rank that keeps its activations
    double fixedSeconds = 0; // of each pass, with or without recomputation: what one more micro-batch costs
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
    bool recomputes = false; // this report was measured with recomputed activations
    std::optional<RecomputedReport> recomputed{}; // as measured with recomputed activations, if this report is without
    double epochUnits = 0; // units of one epoch; 0: not known
    int threads = 0; // CPU threads that it was measured with, the fastest of several numbers; 0: not known

    bool operator==(const SpeedReport &) const = default;
};

std::string toJson(const SpeedReport &report);
Result<SpeedReport> parseSpeedReport(std::string_view json);

// `bench-allreduce`: {"ranks":n,"fixedSeconds":x,"secondsPerByte":y}. `ranks` ranks of one machine all-reduce a tensor
// in fixedSeconds + secondsPerByte * bytes.
struct AllReduceReport {
    int ranks = 0;
    double fixedSeconds = 0;
    double secondsPerByte = 0;

    bool operator==(const AllReduceReport &) const = default;
};

std::string toJson(const AllReduceReport &report);
Result<AllReduceReport> parseAllReduceReport(std::string_view json);

// `status`: {"state":"running|finished|dead","lastSequence":n,"step":n,"why":"..."}
struct RunStatus {
    enum class State { Running, Finished, Dead }; // dead: no agent and no finished event
    State state = State::Running;
    std::int64_t lastSequence = 0;
    std::int64_t step = 0;
    std::optional<std::string> why{}; // a sentence: why it failed or is dead, as far as this machine knows

    bool operator==(const RunStatus &) const = default;
};

std::string toJson(const RunStatus &status);
Result<RunStatus> parseRunStatus(std::string_view json);

} // namespace motley
