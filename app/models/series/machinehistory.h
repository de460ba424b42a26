// What the looks at a machine found, the latest hour of them, as columns for sparklines: of the machine and of each
// GPU.
#pragma once

#include "engine/protocol/probereport.h"
#include "remote/probe/look.h"

#include <QList>

#include <array>
#include <map>
#include <optional>
#include <string>

namespace motley {

enum class MachineReading { Load, Memory, Power, Heat };

class MachineHistory {
public:
    static constexpr qsizetype most = 120; // of the looks, 30 s apart

    // Of a look at the machine, whose report has what it found.
    void add(const ProbeReport &report, const Look &look);
    void addMissed(); // a look that had no answer

    // The percent of its processors that were busy since the look before. nullopt: not known.
    std::optional<double> processorsPercent() const { return m_processorsPercent; }
    // Parts of the most that it can be, from 0 to 1, oldest first; NaN: not known. `gpu`: its UUID; empty: the machine.
    // Empty: it was never known.
    QList<double> latest(MachineReading reading, const std::string &gpu = {}) const;

private:
    static constexpr std::size_t readings = 4;
    using Values = std::array<double, readings>; // by MachineReading

    void add(const std::string &gpu, const Values &values);

    std::map<std::string, std::array<QList<double>, readings>> m_latest;
    std::optional<ProcessorTimes> m_processors;
    std::optional<double> m_processorsPercent;
};

} // namespace motley
