// Who computes what: the ranks of a run, the machines they live on and each one's share of the fixed global batch.
#pragma once

#include "engine/base/result.h"
#include "engine/protocol/device.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

enum class Backend { Gloo, Nccl };

// What the shares follow.
enum class ShareRule {
    Even, // not every device has been measured
    Measured, // each device's samplesPerSecond
    Given, // the user's own numbers
};

struct PlannedMachine {
    std::string name; // as the user knows it
    std::string address; // where its peers reach it, without prefix length; ranks and store bind to it alone

    bool operator==(const PlannedMachine &) const = default;
};

// Of a rank that computes activations again in the backward pass, rather than keep them.
struct Recomputation {
    std::int64_t sparedBytes = 0; // at its peak; 0: not known
    std::optional<std::int64_t>
        atOnceWithout; // samples that its memory would hold otherwise; nullopt: the job wants it

    bool operator==(const Recomputation &) const = default;
};

struct PlannedRank {
    int machine = 0; // index into Plan::machines
    Device device;
    std::int64_t share = 0; // samples of each global batch; may be 0
    std::int64_t microbatch = 0; // samples of one forward and backward; 0: the whole share at once
    int threads = 1; // of the CPU
    double samplesPerSecond = 0; // measured alone; 0: not measured
    double fixedSeconds = 0; // of a step, measured alone, whatever the share is
    double secondsPerUnit = 0; // and for each unit of the share more
    std::int64_t memoryLimit = 0; // bytes that its tensors may fill; 0: what the device has
    std::int64_t predictedBytes = 0; // that they will fill at most; 0: not predicted
    double stateShare = 0; // of the optimizer state, relative to other ranks; 0 on all: each holds all of it
    std::optional<Recomputation> recompute{}; // nullopt: it keeps its activations
    std::optional<std::int64_t> largestShare{}; // samples that share may grow to; nullopt: the whole batch

    bool operator==(const PlannedRank &) const = default;
};

// Of a step, before the first one (engine/plan/forecast/forecast.h). All 0: not predicted.
struct PredictedStep {
    double computeSeconds = 0; // of the slowest rank
    double exchangeSeconds = 0; // of all that the ranks sum, as far as computing does not hide it
    double relativeError = 0; // of both together: one standard error

    double seconds() const { return computeSeconds + exchangeSeconds; }
    bool isKnown() const { return seconds() > 0; }

    bool operator==(const PredictedStep &) const = default;
};

struct Plan {
    static constexpr int currentVersion = 1;

    Backend backend = Backend::Gloo;
    ShareRule shareRule = ShareRule::Even;
    std::vector<PlannedMachine> machines; // the first one coordinates: it holds the store and the run folder
    std::vector<PlannedRank> ranks; // index = rank
    PredictedStep predicted = {};

    bool operator==(const Plan &) const = default;
};

std::string toJson(const Plan &plan); // one line

// Every rank's machine is one of the plan's: what all who look a machine up rely on, and so part of reading an event.
Result<void> checkMachines(const Plan &plan);

// Shares are >= 0 and sum to batch, machine indices are in range, every machine has a rank and an address.
Result<void> validate(const Plan &plan, std::int64_t batch);

} // namespace motley
