// How far a run is, in a few words: for the rail, and for the window's title, which is the word on its button in the
// task bar.
#pragma once

#include "app/models/openrun.h"

#include <QString>

#include <optional>

namespace motley {

std::optional<double> fractionDone(const OpenRun &run); // 0 to 1; nullopt: it has ended, or has no step yet
QString progressWords(const OpenRun &run); // "42 %, 3 min left", or its state
QString titleOf(const OpenRun &run); // "42 % - Shakespeare", or its state in place of the share

} // namespace motley
