// Brings texts of the ranks together, of whatever length.
#pragma once

#include "engine/exchange/group.h"

#include <string>
#include <vector>

namespace motley {

// Every rank must call it, and all get every rank's text, by rank.
std::vector<std::string> gatherTexts(Group &group, const std::string &mine);

} // namespace motley
