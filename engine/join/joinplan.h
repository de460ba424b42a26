// Makes a plan from the machines' join requests. Pure functions.
#pragma once

#include "engine/plan/planner.h"
#include "engine/protocol/joinrequest.h"

#include <string>
#include <vector>

namespace motley {

// The machines of the requests, named by their host names, with a number if several have the same.
std::vector<CandidateMachine> candidatesFrom(const std::vector<JoinRequest> &requests);

std::vector<std::string> namesOf(const std::vector<CandidateMachine> &machines);

// The plan of machines whose links were measured. Errors: those of planRun(); a machine that another one cannot reach.
Result<Plan> planTogether(const JobSpec &job, const std::vector<CandidateMachine> &machines);

} // namespace motley
