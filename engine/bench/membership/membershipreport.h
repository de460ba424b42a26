// The results of `membership`, for people and for programs.
#pragma once

#include "engine/bench/membership/measurehealthy.h"
#include "engine/bench/membership/measuremembership.h"

#include <vector>

namespace motley {

// Tables, then one JSON object in the last line.
void show(const std::vector<HealthyRow> &healthy, const std::vector<MembershipRow> &rows);

} // namespace motley
