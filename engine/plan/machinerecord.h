// What runs and measurements have shown of a machine beside its speed. nullopt: none has.
#pragma once

#include <optional>

namespace motley {

struct MachineRecord {
    // Seconds until a run goes on:
    std::optional<double> connectingSeconds = {}; // and looking at the machine
    std::optional<double> checkingSeconds = {}; // that engine and data are there; nothing is sent
    std::optional<double> measuringSeconds = {}; // of the links to the others, and its speed with this job
    std::optional<double> startingSeconds = {}; // from the agents to the first step of this job
    std::optional<double> checkpointSeconds = {}; // of this job, where the machine coordinates
    std::optional<double> checkpointBytesPerSecond = {}; // of any job, where it coordinates
    // Between its ranks, as its ticked devices sum:
    std::optional<double> insideBytesPerSecond = {};
    std::optional<double> insideLatencySeconds = {};

    bool operator==(const MachineRecord &) const = default;
};

} // namespace motley
