// A machine's price and expected lifetime, in words.
#pragma once

#include "engine/plan/machineterms.h"

#include <QString>

namespace motley {

QString termsWords(const MachineTerms &terms); // "0.8 an hour, taken away after 8 h on average"; empty: nothing to say

} // namespace motley
