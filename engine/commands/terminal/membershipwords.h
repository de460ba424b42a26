// Says who is lost in a run and who goes on, in plain English, for a terminal.
#pragma once

#include "engine/plan/balance/runmembers.h"

#include <string>

namespace motley {

// "Rank 2 on box is lost: killed by signal 9 (Killed). The run goes on with 3 ranks from step 121."
std::string toText(const MembershipChanged &changed, const std::vector<PlannedMachine> &machines);
std::string toText(const GenerationFormed &formed);
// "rank 2 on box after step 120: killed by signal 9 (Killed)", for the end of a run
std::string toText(const RunMembers::Loss &loss, const std::vector<PlannedMachine> &machines);

} // namespace motley
