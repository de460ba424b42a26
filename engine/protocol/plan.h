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

// What determines the shares.
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

// A rank's recomputation: it computes activations again in the backward pass, rather than keep them.
struct Recomputation {
    std::int64_t sparedBytes = 0; // fewer at its peak than with kept activations; 0: not known
    std::optional<std::int64_t>
        atOnceWithout; // samples at once that would fit without recomputation; nullopt: the job asks for it

    bool operator==(const Recomputation &) const = default;
};

// What fills the memory of a rank at its peak, in bytes.
struct MemoryParts {
    std::int64_t frozen = 0; // weights that are not trained, as those below an adapter
    std::int64_t trained = 0; // weights that are
    std::int64_t optimizer = 0; // state that the rank holds, beside mirrored one
    std::int64_t mirror = 0; // optimizer state that it holds for other ranks
    std::int64_t exchange = 0; // buffers of what ranks send each other
    std::int64_t checkpoint = 0; // the copy that is written
    std::int64_t gradients = 0;
    std::int64_t logits = 0; // that are held at once, with what the loss computes from them
    std::int64_t activations = 0; // of all samples of a pass, and all else: data and what libraries need

    std::int64_t sum() const;
    bool operator==(const MemoryParts &) const = default;
};

struct PlannedRank {
    int machine = 0; // index into Plan::machines
    Device device;
    std::int64_t share = 0; // samples of each global batch; may be 0
    std::int64_t microbatch = 0; // samples of one forward and backward; 0: the whole share at once
    int threads = 1; // CPU threads
    double samplesPerSecond = 0; // measured alone; 0: not measured
    double fixedSeconds = 0; // of a step, measured alone, whatever the share is
    double secondsPerUnit = 0; // of a step, for each unit of the share, measured alone
    std::int64_t memoryLimit = 0; // bytes that its tensors may fill; 0: what the device has
    std::int64_t predictedBytes = 0; // predicted peak of its tensors; 0: not predicted
    double stateShare = 0; // of the optimizer state, relative to other ranks; 0 on all: every rank holds the whole
    std::optional<Recomputation> recompute{}; // nullopt: it keeps its activations
    std::optional<std::int64_t> largestShare{}; // samples that its share may grow to; nullopt: the whole batch
    // The group of Adasum whose ranks sum their gradients and update alike, numbered from 0 in the order of their first
    // ranks; nullopt, on all ranks: all sum their gradients.
    std::optional<int> group{};
    std::optional<MemoryParts> memory{}; // the parts of predictedBytes; nullopt: not predicted

    bool operator==(const PlannedRank &) const = default;
};

// Predicted times of a step, made before the first one (engine/plan/forecast/forecast.h). All 0: not predicted.
struct PredictedStep {
    double computeSeconds = 0; // of the slowest rank
    double exchangeSeconds = 0; // of the all-reduces, as far as computation does not overlap with them
    double relativeError = 0; // one standard error of computeSeconds + exchangeSeconds

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
    bool mirrorsState = true; // where the job wants it; false: memory does not hold what ranks would mirror

    // Only where checkMachines() accepts the plan.
    const PlannedMachine &machineOf(int rank) const { return machineOf(ranks[std::size_t(rank)]); }
    const PlannedMachine &machineOf(const PlannedRank &rank) const { return machines[std::size_t(rank.machine)]; }

    bool operator==(const Plan &) const = default;
};

std::string toJson(const Plan &plan); // one line

// Checks that every rank's machine is one of the plan's. Reading an event includes it, because all code that looks a
// machine up relies on it.
Result<void> checkMachines(const Plan &plan);

int groupsOf(const Plan &plan); // of Adasum; 0: the ranks sum their gradients

// Shares are >= 0 and sum to batch, machine indices are in range, every machine has a rank and an address,
// groups are numbered as PlannedRank says.
Result<void> validate(const Plan &plan, std::int64_t batch);

} // namespace motley
