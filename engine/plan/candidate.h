// What is known about each machine that may take part: its ticked devices and their speeds, its terms, its links.
#pragma once

#include "engine/plan/machinerecord.h"
#include "engine/plan/machineterms.h"
#include "engine/protocol/answers.h"
#include "engine/protocol/device.h"
#include "engine/protocol/links.h"
#include "engine/protocol/probereport.h"

#include <optional>
#include <string>
#include <vector>

namespace motley {

// One ticked device of one machine.
struct Candidate {
    Device device;
    int threads = 1; // of the CPU, for this rank
    std::optional<SpeedReport> speed{}; // measured on this job; nullopt: not measured yet
    double speedError = 0; // of it: how far off earlier runs were; 0: not known

    bool operator==(const Candidate &) const = default;
};

struct CandidateMachine {
    std::string name;
    ProbeReport report;
    std::vector<Candidate> candidates; // at least one
    MachineTerms terms{};
    std::vector<MeasuredLink> links{}; // from it to the others; empty: not measured
    MachineRecord record{};

    bool operator==(const CandidateMachine &) const = default;
};

} // namespace motley
