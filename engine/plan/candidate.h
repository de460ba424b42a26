// What is known about each machine that may take part in a run: its selected devices and their speeds, its terms, its
// links.
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

// One selected device of a machine.
struct Candidate {
    Device device;
    int threads = 1; // CPU threads that this rank may have
    std::optional<SpeedReport> speed{}; // measured on this job; nullopt: not measured yet
    double speedError = 0; // relative error of `speed` as earlier runs showed it; 0: not known

    // As many as it may have, or fewer where those were measured to be faster.
    int threadsOfRank() const { return speed && speed->threads > 0 ? speed->threads : threads; }

    bool operator==(const Candidate &) const = default;
};

struct CandidateMachine {
    std::string name;
    ProbeReport report;
    std::vector<Candidate> candidates; // at least one
    MachineTerms terms{};
    std::vector<MeasuredLink> links{}; // from this machine to the others; empty: not measured
    MachineRecord record{};

    bool operator==(const CandidateMachine &) const = default;
};

} // namespace motley
