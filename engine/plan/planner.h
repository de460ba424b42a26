// From what is known about the machines to who computes what. Pure functions.
#pragma once

#include "engine/plan/machinerecord.h"
#include "engine/plan/machineterms.h"
#include "engine/protocol/answers.h"
#include "engine/protocol/jobspec.h"
#include "engine/protocol/plan.h"
#include "engine/protocol/probereport.h"
#include "engine/protocol/ways.h"

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
    std::vector<Way> ways{}; // from it to the others; empty: not measured
    MachineRecord record{};

    bool operator==(const CandidateMachine &) const = default;
};

// Shares and the predicted step are those of forecast(), with which the slowest rank is done earliest; where any speed
// is unknown shares are even and nothing is predicted. Each rank takes as many samples at once as its memory holds, and
// recomputes activations where that lets it take part or is faster. The first machine coordinates. NCCL if every device
// is a GPU, Gloo otherwise. Errors: no device ticked; no address at which the machines reach each other (names the
// machine); those of forecast().
Result<Plan> planRun(const JobSpec &job, const std::vector<CandidateMachine> &machines);

// Of each batch, for each candidate in order, as in such a plan but for what memory limits.
std::vector<std::int64_t> sharesOf(const JobSpec &job, const std::vector<CandidateMachine> &machines);

// The whole numbers nearest to total * speeds[i] / sum(speeds) that sum to total (largest remainder, lower index
// first).
std::vector<std::int64_t> proportionalShares(std::int64_t total, const std::vector<double> &speeds);

} // namespace motley
