// What the telemetry of one machine of a run said over its steps, as columns that charts and sparklines read.
#pragma once

#include "engine/protocol/event.h"

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace motley {

enum class TelemetryReading {
    Processors, // percent of all processors
    Memory, // percent of the machine's memory
    Gpus, // percent, mean over the GPUs
    GpuMemory, // bytes, of all GPUs
    Power, // watts, of all GPUs
    Heat, // degrees Celsius, of the hottest GPU
    Clock, // megahertz, of the processors; where there are GPUs, the mean of theirs
    OtherProcesses, // percent of all processors
    Stolen, // percent of all processors, by the host of a virtual machine
    Resent // percent of the packets sent
};
constexpr std::size_t telemetryReadings = 10;

// nullopt: not known on that machine.
std::optional<double> readingOf(const Telemetry &telemetry, TelemetryReading reading);

class TelemetryHistory {
public:
    void add(double step, const Telemetry &telemetry); // that came after this step
    void forgetFrom(double step);

    std::size_t size() const { return m_steps.size(); }
    const std::vector<double> &steps() const { return m_steps; } // after which a sample came, ascending
    double value(std::size_t sample, TelemetryReading reading) const; // NaN: not known
    std::size_t rewritings() const { return m_rewritings; } // how often samples were forgotten
    bool has(TelemetryReading reading) const; // in one sample at least
    // Mean of the samples that came after one of the steps with first <= step < end; where none did, of the next one,
    // as a sample tells of the time since the one before it. nullopt: there is none, or it does not have it.
    std::optional<double> mean(TelemetryReading reading, double first, double end) const;
    // The latest values, at most so many, oldest first; NaN: not known.
    std::vector<double> latest(TelemetryReading reading, std::size_t most) const;

private:
    std::vector<double> m_steps;
    std::size_t m_rewritings = 0;
    std::vector<std::array<float, telemetryReadings>> m_values; // NaN: not known
};

} // namespace motley
