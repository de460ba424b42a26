// From what machines said when they arrived to a plan for them. Pure functions.
#pragma once

#include "engine/plan/planner.h"
#include "engine/protocol/joinrequest.h"

#include <string>
#include <vector>

namespace motley {

// Named by their hosts, numbered where several have one name.
std::vector<CandidateMachine> candidatesFrom(const std::vector<Arrival> &arrivals);

std::vector<std::string> namesOf(const std::vector<CandidateMachine> &machines);

// With the ways between them measured. Errors: those of planRun(); a machine that another one does not reach.
Result<Plan> planTogether(const JobSpec &job, const std::vector<CandidateMachine> &machines);

} // namespace motley
