// Hardware that several machines of a list have in common, since they are one machine under two names, or containers
// that were given the same GPU. Pure functions.
#pragma once

#include "engine/plan/candidate.h"

#include <cstddef>
#include <string>
#include <vector>

namespace motley {

struct SharedHardware {
    std::size_t machine = 0; // index of a machine
    std::size_t other = 0; // of a later one
    bool isSameSystem = false; // false: two systems that have the same GPU
    std::string gpu; // the name of the first GPU that both have; empty: none

    bool operator==(const SharedHardware &) const = default;
};

// One entry for each two machines that share anything. A report that does not say which system answered is like no
// other, and a GPU counts only where its UUID has the driver's form, which is the same nowhere else.
std::vector<SharedHardware> sharedHardware(const std::vector<const ProbeReport *> &reports);
std::vector<SharedHardware> sharedHardware(const std::vector<CandidateMachine> &machines);

// Errors: a GPU was selected on two machines, which are named.
Result<void> checkEachGpuOnce(const std::vector<CandidateMachine> &machines);

} // namespace motley
