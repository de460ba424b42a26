// From the machines' join requests to a plan for them. Pure functions.
#pragma once

#include "engine/plan/planner.h"
#include "engine/protocol/joinrequest.h"

#include <string>
#include <vector>

namespace motley {

// Named by their hosts, numbered where several have one name.
std::vector<CandidateMachine> candidatesFrom(const std::vector<JoinRequest> &requests);

std::vector<std::string> namesOf(const std::vector<CandidateMachine> &machines);

// With the links between them measured. Errors: those of planRun(); a machine that another one does not reach.
Result<Plan> planTogether(const JobSpec &job, const std::vector<CandidateMachine> &machines);

} // namespace motley
