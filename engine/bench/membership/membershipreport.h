// The results of `membership`, for people and for programs.
#pragma once

#include "engine/bench/membership/measuremembership.h"

#include <vector>

namespace motley {

void show(const std::vector<MembershipRow> &rows); // a table, then one JSON object in the last line

} // namespace motley
