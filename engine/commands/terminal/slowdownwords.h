// Describes a diagnosed slowdown in plain English, for a terminal.
#pragma once

#include "engine/protocol/plan.h"
#include "engine/protocol/slowdown.h"

#include <string>

namespace motley {

// For example "m2: Since step 120 its computing takes 2.1 times as long as before. Other processes use 71 % of its
// processors. The shares of a batch follow by themselves."
std::string toText(const Slowdown &slowdown, const Plan &plan);
std::string toPastText(const Slowdown &slowdown, const Plan &plan); // in the past tense, for the end of a run

} // namespace motley
