// What runs and measurements have shown about a machine besides its speed. nullopt: not measured yet.
#pragma once

#include <optional>

namespace motley {

struct MachineRecord {
    // Seconds of each phase until a run continues:
    std::optional<double> connectingSeconds = {}; // connecting and probing the machine
    std::optional<double> checkingSeconds = {}; // checking that engine and data are there; without uploads
    std::optional<double> measuringSeconds = {}; // measuring the links to the others, and the speed with this job
    std::optional<double> startingSeconds = {}; // from starting the agents to the first step of this job
    std::optional<double> checkpointSeconds = {}; // writing a checkpoint of this job, as coordinator
    std::optional<double> checkpointBytesPerSecond = {}; // writing checkpoints of any job, as coordinator
    // Link between the machine's ranks, from an all-reduce of its selected devices:
    std::optional<double> insideBytesPerSecond = {};
    std::optional<double> insideLatencySeconds = {};

    bool operator==(const MachineRecord &) const = default;
};

} // namespace motley
