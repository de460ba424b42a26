// What a machine costs and whether it stays, in words.
#pragma once

#include "engine/plan/machineterms.h"

#include <QString>

namespace motley {

QString termsWords(const MachineTerms &terms); // "0.8 an hour, taken away after 8 h on average"; empty: nothing to say

} // namespace motley
